"use client";

import { useState, type ReactNode } from "react";
import { ExposureDialog } from "@/components/history/exposure/exposure-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/buttons/button";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { Link } from "@/components/ui/buttons/link";
import { countText } from "@/lib/client/words/count-text";
import { exactTime } from "@/lib/client/words/dates";
import { useActiveVault } from "@/lib/client/hooks/address/use-active-vault";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import type { ActivityObject, ActivityRecord } from "@/lib/contracts/access/activity";
import { noFilter, type ActivityFilter, type ChangeFilter } from "./filters/activity-filter";
import { actionText, actorIdOf, countedText, reasonText, whoText } from "./activity-words";
import { exposedBy, otherActorOf } from "./exposed";

/** Where the thing itself is; it may be gone, which its page says. */
function pathOf(object: ActivityObject | null): string | undefined {
  if (!object?.id) return undefined;
  if (object.kind === "entry") return `/vault?entry=${object.id}`;
  if (object.kind === "env-project") return `/envs/${object.id}`;
  return object.kind === "two-factor-token" ? `/2fa?token=${object.id}` : undefined;
}

/** All that is known of one record. */
export default function RecordDialog({
  record,
  self,
  onFilter,
  onClose,
}: {
  record: ActivityRecord;
  self: string | undefined;
  onFilter: ChangeFilter;
  onClose: () => void;
}) {
  const { number, at, address, userAgent, object, outcome, requestId, reason, dueAt, change } = record;
  const actorId = actorIdOf(record);
  const path = pathOf(object);
  const other = otherActorOf(record);
  const exposed = exposedBy(record, { self, activeVault: useActiveVault(), managesTeam: useRights().managesTeam });
  const [listing, setListing] = useState(false);
  const only = (filter: ActivityFilter) => {
    onClose();
    onFilter({ ...noFilter, ...filter }, "pushState");
    window.scrollTo(0, 0);
  };
  if (listing && exposed) return <ExposureDialog {...exposed} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={actionText(record)}
      footer={
        <>
          {path && (
            <Link href={path} className={buttonStyle({ variant: "ghost", className: "mr-auto" })}>
              Open it
            </Link>
          )}
          {exposed && (
            <Button onClick={() => setListing(true)}>
              {exposed.who === "It" ? "What it has seen…" : "What they have seen…"}
            </Button>
          )}
          {exposed && other && (
            <Button onClick={() => only({ actorId: other })}>
              {exposed.who === "It" ? "What it did" : "What they did"}
            </Button>
          )}
          {actorId && (
            <Button onClick={() => only({ actorId })}>
              {self === actorId ? "Everything by you" : "Everything by them"}
            </Button>
          )}
          {object?.id && (
            <Button onClick={() => only({ objectId: object.id ?? undefined })}>Everything on this item</Button>
          )}
        </>
      }
    >
      <dl className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[7rem_minmax(0,1fr)]">
        <Fact term="Outcome">
          {outcome === "refused" ? <Badge tone="danger">Refused</Badge> : <Badge tone="success">Done</Badge>}
        </Fact>
        <Fact term="When">{exactTime(at)}</Fact>
        <Fact term="Who">{whoText(record, self)}</Fact>
        {object?.name && <Fact term="Item">{object.name}</Fact>}
        {change && <Fact term="Change">{change}</Fact>}
        {countedText(record) && <Fact term="Amount">{countedText(record)}</Fact>}
        {address && (
          <Fact term="IP address" mono>
            {address}
          </Fact>
        )}
        {dueAt && <Fact term={reason === "rotate" ? "Replace by" : "Expires"}>{exactTime(dueAt)}</Fact>}
        {reason && !dueAt && <Fact term="Reason">{reasonText(reason)}</Fact>}
        {userAgent && <Fact term="Browser">{userAgent}</Fact>}
        {requestId && (
          <Fact term="Request" mono>
            {requestId}
          </Fact>
        )}
        <Fact term="Record">{countText(number)}</Fact>
      </dl>
    </Dialog>
  );
}

function Fact({ term, mono = false, children }: { term: string; mono?: boolean; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted max-sm:-mb-2">{term}</dt>
      <dd className={mono ? "min-w-0 font-mono text-xs leading-5 break-all" : "min-w-0 break-words"}>{children}</dd>
    </div>
  );
}
