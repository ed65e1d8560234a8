"use client";

import { Eye, EyeOff } from "lucide-react";
import { CodeBox } from "@/components/ui/code-box";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { OnceShownDialog } from "@/components/ui/dialogs/once-shown-dialog";
import { exactTime } from "@/lib/client/words/dates";
import type { CreatedAccessKey } from "@/lib/contracts/access/access-keys";
import { exampleRequest } from "./example-request";
import { ExpiryBadge } from "../expiry-badge";

const dots = "•".repeat(12);

/** The only time the key is shown. */
export default function CreatedKeyDialog({ accessKey, onClose }: { accessKey: CreatedAccessKey; onClose: () => void }) {
  const { name, key, keyPrefix, scopes, canary, previousKeyExpiresAt } = accessKey;
  const request = (text: string) => exampleRequest(text, scopes, window.location.origin);
  const visibleKey = (shown: boolean) => (shown ? key : `${keyPrefix}${dots}`);

  return (
    <OnceShownDialog
      title={`${name} is ready`}
      description="Copy the key now. It can’t be shown again."
      unkept="You haven’t copied the key. Once you close this, it can’t be shown again."
      onClose={onClose}
    >
      {({ shown, toggle, markKept }) => (
        <>
          <section aria-label="Access key">
            <div className="mb-1 flex items-center justify-between gap-2">
              <h3 className="text-sm font-medium">Access key</h3>
              <ExpiryBadge accessKey={accessKey} />
            </div>
            <CodeBox
              data-autofocus
              label="The key"
              onCopy={() => shown && markKept()}
              button={
                <IconButton
                  label={shown ? "Hide the key" : "Show the key"}
                  icon={shown ? <EyeOff /> : <Eye />}
                  onClick={toggle}
                />
              }
            >
              {visibleKey(shown)}
            </CodeBox>
            <div className="mt-2">
              <CopyButton labelled variant="primary" text={key} label="Copy key" />
            </div>
            {previousKeyExpiresAt && (
              <p className="mt-2 text-sm text-muted">The previous key works until {exactTime(previousKeyExpiresAt)}.</p>
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
              <CodeBox
                label="Example request"
                long
                button={<CopyButton text={request(key)} label="Copy the curl command" />}
              >
                {request(visibleKey(shown))}
              </CodeBox>
            </section>
          )}
        </>
      )}
    </OnceShownDialog>
  );
}
