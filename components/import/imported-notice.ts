import { toast } from "@/components/ui/toast";
import type { Made } from "./made";
import { undoImport } from "./undo-import";
import { undoneText } from "./undone-text";

/** Takes back what an import made, calls `onUndone`, and tells what stays. What is left to do can be tried again. */
async function undo(made: readonly Made[], onUndone: () => void): Promise<void> {
  toast.info("The import is being undone");
  const undone = await undoImport(made);
  onUndone();
  const { text, whole } = undoneText(undone, made.length);
  const again = { action: { label: "Try again", onSelect: () => void undo(undone.left, onUndone) } };
  if (whole) toast.success(text);
  else toast.error(text, undone.left.length > 0 ? again : {});
}

/** Says what an import did, and offers to undo it, unless nothing could be taken back: the vault may keep no former values. */
export function tellImported(text: string, made: readonly Made[], onUndone: () => void): void {
  const canUndo = made.some(({ isUpdated, formerVersion }) => !isUpdated || formerVersion !== null);
  const action = { label: "Undo", undoes: true, onSelect: () => void undo(made, onUndone) };
  toast.success(text, canUndo ? { action } : {});
}
