"use client";

import { Button } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { OnceShownDialog } from "@/components/ui/dialogs/once-shown-dialog";
import type { CreatedWebhook } from "@/lib/contracts/access/webhooks";
import { hostOf } from "./webhook-words";

/** The only time the secret is shown. */
export default function CreatedWebhookDialog({ webhook, onClose }: { webhook: CreatedWebhook; onClose: () => void }) {
  return (
    <OnceShownDialog
      title={`${hostOf(webhook)} now gets messages`}
      description="Copy the secret now. It can’t be shown again."
      unkept="You haven’t copied the secret. Once you close this, it can’t be shown again."
      onClose={onClose}
    >
      {({ shown, toggle, markKept }) => (
        <>
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
            onCopy={() => shown && markKept()}
            className="block rounded-md border border-line bg-canvas px-3 py-2 font-mono text-sm break-all select-all"
          >
            {shown ? webhook.secret : `whsec_${"•".repeat(24)}`}
          </code>
          <div className="flex flex-wrap gap-2">
            <CopyButton labelled variant="primary" text={webhook.secret} label="Copy secret" />
            <Button onClick={toggle}>{shown ? "Hide" : "Show"}</Button>
          </div>
        </>
      )}
    </OnceShownDialog>
  );
}
