import { useEffect } from "react";
import { onceLoaded } from "@/lib/client/browser/once-loaded";
import { onDemand } from "../states/on-demand";

const DiscardQuestion = onDemand(() => import("./discard-question"));

export type DiscardDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; onDiscard: () => void };

/** Asks before a form that was filled in is closed unsaved. */
export function DiscardDialog({ open, onOpenChange, onDiscard }: DiscardDialogProps) {
  // With the form, after the first load: when it asks, the vault may not be reachable to load it from.
  useEffect(() => onceLoaded(DiscardQuestion.preload), []);
  return open && <DiscardQuestion onClose={() => onOpenChange(false)} onDiscard={onDiscard} />;
}
