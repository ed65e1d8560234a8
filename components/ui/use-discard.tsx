import { useState, type ReactNode } from "react";
import { DiscardDialog } from "./discard-dialog";

/**
 * For the dialog of a form: `close` asks first if something was typed into it, and `question` is what it asks, for the
 * end of the dialog.
 */
export function useDiscard(typed: boolean, onClose: () => void): { close: () => void; question: ReactNode } {
  const [asking, setAsking] = useState(false);
  return {
    close: () => (typed ? setAsking(true) : onClose()),
    question: <DiscardDialog open={asking} onOpenChange={setAsking} onDiscard={onClose} />,
  };
}
