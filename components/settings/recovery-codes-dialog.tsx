"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { useCopied } from "@/lib/client/hooks/use-copied";
import { useOnceShown } from "@/lib/client/hooks/use-once-shown";

/** The only time the codes are shown. Until they are copied or downloaded, closing asks for confirmation. */
export default function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { shown, toggle } = useOnceShown(onClose);
  const copied = useCopied();
  const [downloaded, setDownloaded] = useState(false);
  const [warned, setWarned] = useState(false);
  const kept = copied || downloaded;
  const text = `${codes.join("\n")}\n`;
  const close = () => (kept || warned ? onClose() : setWarned(true));

  function download() {
    const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    Object.assign(document.createElement("a"), { href, download: "recovery-codes.txt" }).click();
    // The browser has begun to read it by then.
    window.setTimeout(() => URL.revokeObjectURL(href), 10_000);
    setDownloaded(true);
  }

  return (
    <Dialog
      open
      onOpenChange={close}
      title="Your recovery codes"
      description="Each one signs you in once when your authenticator is out of reach. Keep them apart from this device."
      footer={
        <Button variant={kept ? "primary" : "secondary"} onClick={close}>
          {warned && !kept ? "Close without saving them" : "Done"}
        </Button>
      }
    >
      <div className="space-y-4">
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
          <Button icon={<Download />} onClick={download}>
            Download
          </Button>
        </div>
        <p role="status" className="min-h-5 text-sm font-medium text-warning-ink">
          {warned && !kept
            ? "You haven’t copied or downloaded the codes. Once you close this, they can’t be shown again."
            : ""}
        </p>
      </div>
    </Dialog>
  );
}
