"use client";

import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { useCopied } from "@/lib/client/hooks/use-copied";
import { useOnceShown } from "@/lib/client/hooks/use-once-shown";
import { exactTime } from "@/lib/client/dates";
import type { CreatedAccessKey } from "@/lib/contracts/access-keys";
import { exampleRequest } from "./example-request";
import { ExpiryBadge } from "./expiry-badge";

const dots = "•".repeat(12);

/** The only time the key is shown. Until it is copied, closing asks for confirmation. */
export default function CreatedKeyDialog({ accessKey, onClose }: { accessKey: CreatedAccessKey; onClose: () => void }) {
  const { name, key, keyPrefix, scopes, canary, previousKeyExpiresAt } = accessKey;
  const { shown, toggle } = useOnceShown(onClose);
  const copiedByButton = useCopied();
  const [copiedByHand, setCopiedByHand] = useState(false);
  const copied = copiedByButton || copiedByHand;
  const [warned, setWarned] = useState(false);
  const request = (text: string) => exampleRequest(text, scopes, window.location.origin);
  const visible = shown ? key : `${keyPrefix}${dots}`;
  const close = () => (copied || warned ? onClose() : setWarned(true));

  return (
    <Dialog
      open
      onOpenChange={close}
      title={`${name} is ready`}
      description="Copy the key now. It can’t be shown again."
      footer={
        <Button variant={copied ? "primary" : "secondary"} onClick={close}>
          {warned && !copied ? "Close without copying" : "Done"}
        </Button>
      }
    >
      <div className="space-y-5">
        <section aria-label="Access key">
          <div className="mb-1 flex items-center justify-between gap-2">
            <h3 className="text-sm font-medium">Access key</h3>
            <ExpiryBadge accessKey={accessKey} />
          </div>
          <div className="flex items-start gap-1 rounded-md border border-line bg-canvas py-1 pr-1 pl-3">
            <code
              tabIndex={0}
              data-autofocus
              aria-label="The key"
              onCopy={() => setCopiedByHand(shown)}
              className="min-w-0 flex-1 self-center rounded-sm py-1 font-mono text-sm break-all select-all"
            >
              {visible}
            </code>
            <IconButton
              label={shown ? "Hide the key" : "Show the key"}
              icon={shown ? <EyeOff /> : <Eye />}
              onClick={toggle}
            />
          </div>
          <div className="mt-2">
            <CopyButton labelled variant="primary" text={key} label="Copy key" />
          </div>
          {previousKeyExpiresAt && (
            <p className="mt-2 text-sm text-muted">The former key works until {exactTime(previousKeyExpiresAt)}.</p>
          )}
          {canary && (
            <p className="mt-2 text-sm text-muted">
              Leave it where only an intruder would look. Don’t try it: that raises the alarm.
            </p>
          )}
        </section>
        {!canary && (
          <section aria-label="Try it">
            <h3 className="mb-1 text-sm font-medium">Try it</h3>
            <div className="flex items-start gap-1 rounded-md border border-line bg-canvas py-1 pr-1 pl-3">
              <code
                tabIndex={0}
                aria-label="Example request"
                className="min-w-0 flex-1 rounded-sm py-1.5 font-mono text-xs break-all whitespace-pre-wrap"
              >
                {request(visible)}
              </code>
              <CopyButton text={request(key)} label="Copy the curl command" />
            </div>
          </section>
        )}
        <p role="status" className="min-h-5 text-sm font-medium text-warning-ink">
          {warned && !copied ? "You haven’t copied the key. Once you close this, it can’t be shown again." : ""}
        </p>
      </div>
    </Dialog>
  );
}
