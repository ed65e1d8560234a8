import { useEffect } from "react";
import { dismissToast, type Toast } from "./toast";

/** Whether it has an undo of its own, as a field has that was emptied. Not the search, empty, that has the focus after a deletion. */
const undoesItself = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches("textarea, input:not([type=checkbox], [type=radio], [type=search]:placeholder-shown)"));

/** Ctrl/Cmd-Z, outside dialogs and texts: by Tab, the button may be a hundred steps away. */
const isUndo = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) &&
  !event.shiftKey &&
  !event.altKey &&
  event.key.toLowerCase() === "z" &&
  // A key that is held down is meant for one thing.
  !event.repeat &&
  !event.defaultPrevented &&
  !undoesItself(event.target) &&
  !document.querySelector("dialog:modal");

/** Ctrl/Cmd-Z presses the newest "Undo" of these notices. */
export function useUndoKey(shown: readonly Toast[]): void {
  const undoable = shown.findLast(({ action }) => action?.undoes);
  useEffect(() => {
    if (!undoable) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isUndo(event)) return;
      event.preventDefault();
      dismissToast(undoable.id);
      undoable.action?.onSelect();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [undoable]);
}
