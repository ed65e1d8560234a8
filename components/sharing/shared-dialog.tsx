"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { QrCode } from "@/components/ui/qr-code";
import { exactTime } from "@/lib/client/dates";
import { useCopied } from "@/lib/client/hooks/use-copied";
import { useOnceShown } from "@/lib/client/hooks/use-once-shown";
import type { MadeLink } from "./make-link";

/** The only time the link is shown: its key is nowhere else. Until it is copied, closing asks for confirmation. */
export default function SharedDialog({
  link: { url, views, expiresAt, hasPassphrase },
  onClose,
}: {
  link: MadeLink;
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
      title="The link is ready"
      description="Send it to one person, or let them scan the code. It can’t be shown again."
      footer={
        <Button variant={copied ? "primary" : "secondary"} onClick={close}>
          {warned && !copied ? "Close without copying" : "Done"}
        </Button>
      }
    >
      <div className="space-y-4">
        {shown ? (
          <>
            <QrCode text={url} label="QR code of the link" className="mx-auto size-48 rounded-md" />
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
          It opens {views === 1 ? "once" : `${views} times`}, until {exactTime(expiresAt)}
          {hasPassphrase && ", with the passphrase"}. You can revoke it in the settings.
        </p>
        <p role="status" className="min-h-5 text-sm font-medium text-warning-ink">
          {warned && !copied ? "You haven’t copied the link. Once you close this, it can’t be shown again." : ""}
        </p>
      </div>
    </Dialog>
  );
}
