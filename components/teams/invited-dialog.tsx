"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { QrCode } from "@/components/ui/qr-code";
import { exactTime } from "@/lib/client/dates";
import { useCopied } from "@/lib/client/hooks/use-copied";
import { useOnceShown } from "@/lib/client/hooks/use-once-shown";
import type { CreatedInvitation } from "@/lib/contracts/invitations";
import type { Team } from "@/lib/contracts/teams";
import { roleWords } from "./role-words";

/** The only time the link is shown. Until it is copied, closing asks for confirmation. */
export default function InvitedDialog({
  team,
  invitation: { url, role, email, expiresAt, mailed },
  onClose,
}: {
  team: Team;
  invitation: CreatedInvitation;
  onClose: () => void;
}) {
  const { shown, toggle } = useOnceShown(onClose);
  const copiedByButton = useCopied();
  const [copiedByHand, setCopiedByHand] = useState(false);
  const copied = copiedByButton || copiedByHand;
  const [warned, setWarned] = useState(false);
  const close = () => (copied || warned ? onClose() : setWarned(true));

  return (
    <Dialog
      open
      onOpenChange={close}
      title="The invitation is ready"
      description="Send the link, or let them scan the code. It can’t be shown again."
      footer={
        <Button variant={copied ? "primary" : "secondary"} onClick={close}>
          {warned && !copied ? "Close without copying" : "Done"}
        </Button>
      }
    >
      <div className="space-y-4">
        {shown ? (
          <>
            <QrCode text={url} label="QR code of the invitation’s link" className="mx-auto size-48 rounded-md" />
            <code
              tabIndex={0}
              data-autofocus
              aria-label="The link"
              onCopy={() => setCopiedByHand(true)}
              className="block rounded-md border border-line bg-canvas px-3 py-2 font-mono text-sm break-all select-all"
            >
              {url}
            </code>
          </>
        ) : (
          <Button onClick={toggle}>Show the link</Button>
        )}
        <CopyButton labelled variant="primary" text={url} label="Copy link" />
        <p className="text-sm text-muted">
          {email ?? "The first to use it"} becomes {role === "reader" ? "a" : "an"}{" "}
          {roleWords[role].label.toLowerCase()} of {team.name}. It works once, until {exactTime(expiresAt)}.
          {mailed && " The vault sends it to that address, too."}
        </p>
        <p role="status" className="min-h-5 text-sm font-medium text-warning-ink">
          {warned && !copied ? "You haven’t copied the link. Once you close this, it can’t be shown again." : ""}
        </p>
      </div>
    </Dialog>
  );
}
