"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { useCopied } from "@/lib/client/hooks/use-copied";
import { useOnceShown } from "@/lib/client/hooks/use-once-shown";
import type { CreatedWebhook } from "@/lib/contracts/webhooks";
import { hostOf } from "./webhook-words";

/** The only time the secret is shown. Until it is copied, closing asks for confirmation. */
export default function CreatedWebhookDialog({ webhook, onClose }: { webhook: CreatedWebhook; onClose: () => void }) {
  const { shown, toggle } = useOnceShown(onClose);
  const copied = useCopied();
  const [warned, setWarned] = useState(false);
  const close = () => (copied || warned ? onClose() : setWarned(true));
  return (
    <Dialog
      open
      onOpenChange={close}
      title={`${hostOf(webhook)} now gets messages`}
      description="Copy the secret now. It can’t be shown again."
      footer={
        <Button variant={copied ? "primary" : "secondary"} onClick={close}>
          {warned && !copied ? "Close without copying" : "Done"}
        </Button>
      }
    >
      <div className="space-y-4">
        <p className="text-sm">
          The receiver checks with it that a message comes from this vault, as{" "}
          <a
            href="https://www.standardwebhooks.com/"
            target="_blank"
            rel="noreferrer"
            className="font-medium text-accent-ink underline underline-offset-2"
          >
            Standard Webhooks
          </a>{" "}
          describes; its libraries take the secret as it is.
        </p>
        <code
          tabIndex={0}
          data-autofocus
          aria-label="The secret"
          className="block rounded-md border border-line bg-canvas px-3 py-2 font-mono text-sm break-all select-all"
        >
          {shown ? webhook.secret : `whsec_${"•".repeat(24)}`}
        </code>
        <div className="flex flex-wrap gap-2">
          <CopyButton labelled variant="primary" text={webhook.secret} label="Copy secret" />
          <Button onClick={toggle}>{shown ? "Hide" : "Show"}</Button>
        </div>
        <p role="status" className="min-h-5 text-sm font-medium text-warning-ink">
          {warned && !copied ? "You haven’t copied the secret. Once you close this, it can’t be shown again." : ""}
        </p>
      </div>
    </Dialog>
  );
}
