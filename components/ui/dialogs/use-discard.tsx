import { useEffect, useState, type ReactNode } from "react";
import { asksFirst } from "@/lib/client/asking-first";
import { useLeaveGuard } from "@/lib/client/hooks/address/use-leave-guard";
import { DiscardDialog } from "./discard-dialog";

/**
 * For the dialog of a form: asks before what was typed into it is lost, by `close`, with the page or by way of the
 * palette. `question` is what it asks, for the end of the dialog. While the form is `saving`, it stays open until the
 * vault has answered.
 */
export function useDiscard(
  typed: boolean,
  onClose: () => void,
  saving = false,
): { close: () => void; question: ReactNode } {
  const [asking, setAsking] = useState<{ thenGo?: () => void }>();
  useLeaveGuard(typed, (thenGo) => setAsking({ thenGo }));
  useEffect(() => (typed ? asksFirst((thenGo) => setAsking({ thenGo })) : undefined), [typed]);
  return {
    close: () => {
      if (saving) return;
      if (typed) setAsking({});
      else onClose();
    },
    question: (
      <DiscardDialog
        open={asking !== undefined}
        saving={saving}
        onOpenChange={() => setAsking(undefined)}
        onDiscard={() => {
          onClose();
          asking?.thenGo?.();
        }}
      />
    ),
  };
}
