"use client";

import { Button } from "@/components/ui/buttons/button";
import { CodeBox } from "@/components/ui/code-box";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import type { TrustRule } from "@/lib/contracts/access/trust-rules";
import { snippetOf } from "./providers";

/** What a job needs to get its key. It holds no secret. */
export default function SnippetDialog({ rule, onClose }: { rule: TrustRule; onClose: () => void }) {
  const snippet = snippetOf(rule, window.location.origin);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Use ${rule.name} in a job`}
      description="None of this is secret. svc.cjs is packages/svc/dist/svc.cjs, copied into the repository."
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <CodeBox
        data-autofocus
        label="Lines for the job"
        long
        button={<CopyButton text={snippet} label="Copy the lines" />}
      >
        {snippet}
      </CodeBox>
      <p className="mt-3 text-sm text-muted">
        If a job gets no key, the activity says why: look for “Refused an ID token”.
      </p>
    </Dialog>
  );
}
