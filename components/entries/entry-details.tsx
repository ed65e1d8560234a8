"use client";

import { CopyPlus, FolderOutput, History, Link2, Pencil, ScrollText, Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { LastSeen } from "@/components/history/last-seen";
import { Badge } from "@/components/ui/badge";
import { BrandIcon } from "@/components/ui/brand-icon";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { Dialog } from "@/components/ui/dialog";
import { Link } from "@/components/ui/link";
import { onDemand } from "@/components/ui/on-demand";
import { RelativeTime } from "@/components/ui/relative-time";
import { longDay } from "@/lib/client/dates";
import { keyTypeLabels } from "@/lib/client/labels";
import { useMoveTargets } from "@/lib/client/hooks/use-move-targets";
import { useRights } from "@/lib/client/hooks/use-rights";
import type { ListedEntry } from "@/lib/contracts/entries";
import { DueBadge } from "./due-badge";
import { entryName } from "./entry-name";
import type { EntryAction } from "./entry-row";
import { EnvironmentBadge } from "./environment-badge";
import { GroupValues } from "./group-values";
import { ValueBox } from "./value-box";

const EntryUsesList = onDemand(() => import("@/components/references/entry-uses"));

export type EntryDetailsProps = {
  entry: ListedEntry;
  startShown: boolean;
  onAction: (action: EntryAction, entry: ListedEntry) => void;
  onClose: () => void;
};

/** Everything about one entry; its value when asked for. */
export default function EntryDetails({ entry, startShown, onAction, onClose }: EntryDetailsProps) {
  const { id, category, environment, notes, fieldNames, createdAt, updatedAt, valueChangedAt } = entry;
  const { expiresAt, rotateEveryDays } = entry;
  const what = entryName(entry);
  const { may } = useRights();
  const [usesShown, showUses] = useState(false);
  const writes = may("entries:write");
  const movable = useMoveTargets("entries:write").length > 0;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={
        <span className="flex min-w-0 items-center gap-2.5">
          <BrandIcon slug={category.icon} name={category.name} />
          <span className="min-w-0 break-words">{what}</span>
        </span>
      }
      footer={
        writes && (
          <>
            <Button
              variant="danger-quiet"
              icon={<Trash2 />}
              className="mr-auto"
              onClick={() => onAction("delete", entry)}
            >
              Delete…
            </Button>
            {movable && (
              <Button icon={<FolderOutput />} onClick={() => onAction("move", entry)}>
                Move to…
              </Button>
            )}
            <Button icon={<CopyPlus />} onClick={() => onAction("duplicate", entry)}>
              Duplicate
            </Button>
            <Button icon={<Pencil />} onClick={() => onAction("edit", entry)}>
              Edit
            </Button>
          </>
        )
      }
    >
      <div className="space-y-5">
        <div className="flex flex-wrap gap-1.5">
          <Badge>{keyTypeLabels[category.keyType]}</Badge>
          <EnvironmentBadge environment={environment} />
          <DueBadge entry={entry} />
        </div>
        {!may("entries:reveal") ? (
          <p className="text-sm text-muted">Your role in this team shows no values.</p>
        ) : fieldNames ? (
          <GroupValues id={id} name={what} fieldNames={fieldNames} startShown={startShown} />
        ) : (
          <ValueBox
            id={id}
            name={what}
            label={category.envVarName ?? keyTypeLabels[category.keyType]}
            startShown={startShown}
          />
        )}
        {notes && (
          <section>
            <h3 className="mb-1 text-sm font-medium">Notes</h3>
            <p className="text-sm break-words whitespace-pre-wrap text-muted">{notes}</p>
          </section>
        )}
        <dl className="flex flex-wrap gap-x-6 gap-y-1 text-xs text-muted">
          <Fact term="Value changed">
            <RelativeTime timestamp={valueChangedAt} />
          </Fact>
          {expiresAt && (
            <Fact term="Expires">
              <time dateTime={expiresAt}>{longDay(expiresAt)}</time>
            </Fact>
          )}
          {rotateEveryDays !== null && (
            <Fact term="Replace after">{rotateEveryDays === 1 ? "1 day" : `${rotateEveryDays} days`}</Fact>
          )}
          <Fact term="Changed">
            <RelativeTime timestamp={updatedAt} />
          </Fact>
          <Fact term="Created">
            <RelativeTime timestamp={createdAt} />
          </Fact>
          {may("activity:read") && (
            <Fact term="Last seen">
              <LastSeen entryId={id} />
            </Fact>
          )}
        </dl>
        <div className="-mx-2.5 flex flex-wrap gap-1">
          <Button size="small" variant="ghost" icon={<History />} onClick={() => onAction("history", entry)}>
            History
          </Button>
          {may("entries:reveal") && may("envs:reveal") && (
            <Button
              size="small"
              variant="ghost"
              icon={<Link2 />}
              aria-expanded={usesShown}
              onClick={() => showUses(!usesShown)}
            >
              Where it is used
            </Button>
          )}
          {may("activity:read") && (
            <Link href={`/activity?objectId=${id}`} className={buttonStyle({ variant: "ghost", size: "small" })}>
              <ScrollText aria-hidden /> Activity
            </Link>
          )}
        </div>
        {usesShown && <EntryUsesList entryId={id} />}
      </div>
    </Dialog>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex gap-1">
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
