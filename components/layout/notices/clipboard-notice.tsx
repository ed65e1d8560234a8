"use client";

import { ClipboardCheck, ClipboardList } from "lucide-react";
import { useEffect } from "react";
import { Button } from "@/components/ui/buttons/button";
import { useStore } from "@/lib/client/hooks/use-store";
import { clearClipboard, clipboardStore, dismissClipboardNotice, resumeClearing } from "@/lib/client/browser/clipboard";
import { useCountdown } from "@/lib/client/hooks/use-countdown";

/** Says what happens to a copied secret, whichever page it was copied on: one that has been left too. */
export function ClipboardNotice() {
  const clipboard = useStore(clipboardStore);
  useEffect(resumeClearing, []);
  const seconds = useCountdown(clipboard.status === "clearing" ? clipboard.endsAt : undefined);
  if (clipboard.status === "empty") return null;
  const done = clipboard.status === "cleared";
  const late = clipboard.status === "late";
  return (
    <div className="pointer-events-auto flex min-h-control animate-rise items-center gap-2 rounded-lg border border-line bg-surface py-1 pr-1 pl-3 text-sm text-ink shadow-float">
      {done ? (
        <ClipboardCheck aria-hidden className="size-4 text-success-ink" />
      ) : (
        <ClipboardList aria-hidden className="size-4 text-muted" />
      )}
      <p className="py-1 pr-2">
        {done
          ? "Clipboard cleared"
          : clipboard.status === "manual"
            ? "Copied. This browser won’t let the page clear it."
            : late
              ? "Not cleared: you came back late. The clipboard may still hold what you copied."
              : seconds
                ? `Copied. Clipboard clears in ${seconds} s`
                : "Clears when you return to this page"}
      </p>
      {(late || clipboard.status === "clearing") && (
        <Button size="small" variant="ghost" onClick={() => void clearClipboard()}>
          Clear now
        </Button>
      )}
      {(late || clipboard.status === "manual") && (
        <Button size="small" variant="ghost" onClick={dismissClipboardNotice}>
          OK
        </Button>
      )}
    </div>
  );
}
