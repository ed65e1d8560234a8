import { useEffect } from "react";
import { onceLoaded } from "@/lib/client/browser/once-loaded";
import { onDemand } from "../states/on-demand";

const DiscardQuestion = onDemand(() => import("./discard-question"));

export type DiscardDialogProps = {
  open: boolean;
  /** What was typed is on its way to the vault. */ saving?: boolean;
  onOpenChange: (open: boolean) => void;
  onDiscard: () => void;
};

/** Asks before a form that was filled in is closed unsaved, or left before the vault has answered. */
export function DiscardDialog({ open, saving = false, onOpenChange, onDiscard }: DiscardDialogProps) {
  // With the form, after the first load: when it asks, the vault may not be reachable to load it from.
  useEffect(() => onceLoaded(DiscardQuestion.preload), []);
  return open && <DiscardQuestion saving={saving} onClose={() => onOpenChange(false)} onDiscard={onDiscard} />;
}
