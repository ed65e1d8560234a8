import { toast } from "@/components/ui/toasts/toast";
import type { Made } from "./made";
import { undoImport, type Undone } from "./undo/undo-import";
import { undoneText } from "./undo/undone-text";

type Begun = Pick<Undone, "left" | "kept">;

/**
 * Takes back what is left of the `count` things that an import made, calls `onUndone`, and says what stays. What is then
 * left to do can be tried again.
 */
async function undo({ left, kept }: Begun, count: number, onUndone: () => void): Promise<void> {
  toast.info("The import is being undone");
  const undone = await undoImport(left, kept);
  onUndone();
  const { text, whole } = undoneText(undone, count);
  const again = { action: { label: "Try again", onSelect: () => void undo(undone, count, onUndone) } };
  if (whole) toast.success(text);
  else toast.error(text, undone.left.length > 0 ? again : {});
}

/** Says what an import did, and offers to undo it, unless nothing could be taken back: the vault may keep no former values. */
export function tellImported(text: string, made: readonly Made[], onUndone: () => void): void {
  const canUndo = made.some(({ isUpdated, formerVersion }) => !isUpdated || formerVersion !== null);
  const action = {
    label: "Undo",
    undoes: true,
    onSelect: () => void undo({ left: [...made], kept: [] }, made.length, onUndone),
  };
  toast.success(text, canUndo ? { action } : {});
}
