import { useState, type ReactNode } from "react";
import { useLeaveGuard } from "@/lib/client/hooks/use-leave-guard";
import { DiscardDialog } from "./discard-dialog";

/**
 * For the dialog of a form: asks before what was typed into it is lost, by `close` or with the page. `question` is what
 * it asks, for the end of the dialog.
 */
export function useDiscard(typed: boolean, onClose: () => void): { close: () => void; question: ReactNode } {
  const [asking, setAsking] = useState<{ thenGo?: () => void }>();
  useLeaveGuard(typed, (thenGo) => setAsking({ thenGo }));
  return {
    close: () => (typed ? setAsking({}) : onClose()),
    question: (
      <DiscardDialog
        open={asking !== undefined}
        onOpenChange={() => setAsking(undefined)}
        onDiscard={() => {
          onClose();
          asking?.thenGo?.();
        }}
      />
    ),
  };
}
