"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/states/error-state";
import { onDemand } from "@/components/ui/states/on-demand";
import { SkeletonText } from "@/components/ui/states/skeleton";
import { passkeysQuery } from "@/lib/client/http/queries/account-queries";
import { longDate } from "@/lib/client/words/dates";
import type { Passkey } from "@/lib/contracts/people/passkeys";

const PasskeyNameDialog = onDemand(() => import("./passkey-name-dialog"));
const DeletePasskeyDialog = onDemand(() => import("./delete-passkey-dialog"));

const none = "None yet.";

type Opened = { dialog: "name"; passkey?: Passkey } | { dialog: "delete"; passkey: Passkey };

export function PasskeysCard() {
  const passkeys = useQuery(passkeysQuery);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  return (
    <Card>
      <CardHeader
        title="Passkeys"
        description="Sign in with your device’s PIN, fingerprint or face, or with a security key. A passkey can’t be guessed and works only on this site."
        actions={
          <Button size="small" icon={<Plus />} onClick={() => setOpened({ dialog: "name" })}>
            Add passkey…
          </Button>
        }
      />
      {passkeys.isPending ? (
        <CardBody role="status" className="text-sm">
          <span className="sr-only">Loading passkeys</span>
          <SkeletonText text={none} />
        </CardBody>
      ) : !passkeys.data ? (
        <ErrorState error={passkeys.error} onRetry={passkeys.refetch} />
      ) : passkeys.data.length === 0 ? (
        <CardBody className="text-sm text-muted">{none}</CardBody>
      ) : (
        <ul aria-label="Passkeys" className="divide-y divide-line">
          {passkeys.data.map((passkey) => (
            <li key={passkey.id} className="flex items-center gap-2 py-2 pr-2 pl-4 text-sm">
              <div className="min-w-0 flex-1">
                <p className="font-medium break-words">{passkey.name}</p>
                <p className="text-xs text-muted">
                  {passkey.lastUsedAt ? `Last used ${longDate(passkey.lastUsedAt)}` : "Never used"} · added{" "}
                  {longDate(passkey.createdAt)}
                </p>
              </div>
              <Button
                size="small"
                variant="ghost"
                aria-label={`Rename ${passkey.name}…`}
                onClick={() => setOpened({ dialog: "name", passkey })}
              >
                Rename…
              </Button>
              <Button
                size="small"
                variant="danger-quiet"
                aria-label={`Delete ${passkey.name}…`}
                onClick={() => setOpened({ dialog: "delete", passkey })}
              >
                Delete…
              </Button>
            </li>
          ))}
        </ul>
      )}
      {opened?.dialog === "name" && <PasskeyNameDialog passkey={opened.passkey} onClose={close} />}
      {opened?.dialog === "delete" && <DeletePasskeyDialog passkey={opened.passkey} onClose={close} />}
    </Card>
  );
}
