"use client";

import { Download } from "lucide-react";
import { Button } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { OnceShownDialog } from "@/components/ui/dialogs/once-shown-dialog";
import { downloadText } from "@/lib/client/browser/download-text";

/** The only time the codes are shown. */
export default function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = `${codes.join("\n")}\n`;

  return (
    <OnceShownDialog
      title="Your recovery codes"
      description="Each one signs you in once when your authenticator is out of reach. Keep them apart from this device."
      unkept="You haven’t copied or downloaded the codes. Once you close this, they can’t be shown again."
      closeUnkept="Close without saving them"
      onClose={onClose}
    >
      {({ shown, toggle, markKept }) => (
        <>
          {shown ? (
            <ol
              aria-label="Recovery codes"
              className="grid gap-y-1 rounded-md border border-line bg-canvas px-3 py-2 font-mono text-sm"
            >
              {codes.map((code) => (
                <li key={code} className="select-all">
                  {code}
                </li>
              ))}
            </ol>
          ) : (
            <Button onClick={toggle}>Show the codes</Button>
          )}
          <div className="flex flex-wrap gap-2">
            <CopyButton labelled variant="primary" text={text} label="Copy codes" />
            <Button
              icon={<Download />}
              onClick={() => {
                downloadText("recovery-codes.txt", text);
                markKept();
              }}
            >
              Download
            </Button>
          </div>
        </>
      )}
    </OnceShownDialog>
  );
}
