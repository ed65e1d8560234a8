import { useEffect, useEffectEvent } from "react";

const typesInto = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]") !== null;

/** Ctrl-A (Command-A) selects all that the list shows, Escape ends the selection: outside fields and dialogs. */
export function useSelectionKeys(
  may: boolean,
  { on, all, stop }: { on: boolean; all: () => void; stop: () => void },
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!may || event.defaultPrevented || typesInto(event.target) || document.querySelector("dialog:modal")) return;
    if (event.key === "a" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) all();
    else if (event.key === "Escape" && on) stop();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
