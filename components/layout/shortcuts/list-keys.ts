import { useEffectEvent, useLayoutEffect } from "react";
import { isSingleKey, press, sequenceMilliseconds } from "./use-shortcuts";

const mark = "[data-list-item]";
const listed = () => [...document.querySelectorAll<HTMLElement>(`main ${mark}`)];
const boxOf = (item: HTMLElement) => (item.closest("li") ?? item).getBoundingClientRect();

/** The item that has the focus, on itself or on one of its buttons. */
const focused = () => document.activeElement?.closest("main li")?.querySelector<HTMLElement>(mark) ?? undefined;

/** The item whose panel is open, unless something is written there. */
const opened = () =>
  document.querySelector("main dialog form")
    ? undefined
    : (document.querySelector<HTMLElement>(`main ${mark}[aria-current="true"]`) ?? undefined);

/** The nearest item above or below: in a grid, that of the same column. */
function inNextRow(from: HTMLElement, items: readonly HTMLElement[], step: 1 | -1): HTMLElement | undefined {
  const { top, left } = boxOf(from);
  const away = items
    .map((item) => ({ item, box: boxOf(item) }))
    .map(({ item, box }) => ({ item, rows: (box.top - top) * step, columns: Math.abs(box.left - left) }))
    .filter(({ rows }) => rows > 1);
  return away.sort((a, b) => a.rows - b.rows || a.columns - b.columns)[0]?.item;
}

function target(key: string, from: HTMLElement | undefined): HTMLElement | undefined {
  const items = listed();
  // Without one, arrows scroll the page.
  if (!from) return key === "j" || key === "k" ? (items.find((item) => boxOf(item).top >= 0) ?? items[0]) : undefined;
  const at = items.indexOf(from);
  switch (key) {
    case "j":
    case "ArrowRight":
      return items[at + 1];
    case "k":
    case "ArrowLeft":
      return items[at - 1];
    case "ArrowDown":
    case "ArrowUp":
      return inNextRow(from, items, key === "ArrowDown" ? 1 : -1);
    default:
      return undefined;
  }
}

/** Whether a key leads from the page's search into its list: ArrowDown and Enter do nothing else in there. */
export const leavesSearch = ({ key, target, isComposing }: KeyboardEvent): boolean =>
  (key === "ArrowDown" || key === "Enter") &&
  !isComposing &&
  target instanceof HTMLElement &&
  target.matches('main [data-shortcut="search"]') &&
  !target.closest("dialog, [popover]");

/**
 * Keys of a list, while it is shown: arrows, j and k move among what is marked with `data-list-item`; c, r, e and x press
 * the button or the box of the focused item that `data-key` names. `onEdit` gets the item's id where editing has no button.
 * ArrowDown and Enter lead from the page's search to the first item, ArrowUp from there back. While an item is open in a
 * panel, marked `aria-current`, the letters mean it, and `onMove` is told where they lead: the focus stays in the panel.
 */
export function useListKeys(onEdit?: (id: string) => void, onMove?: (id: string) => void): void {
  const edit = useEffectEvent((id: string) => onEdit?.(id));
  const move = useEffectEvent((id: string) => onMove?.(id));
  // Not useEffect: a key may be pressed as soon as a row is visible.
  useLayoutEffect(() => {
    let lastG = -Infinity;
    function onKeyDown(event: KeyboardEvent) {
      const { key } = event;
      // The second key of a sequence leads to a page.
      const follows = event.timeStamp - lastG < sequenceMilliseconds;
      lastG = key === "g" ? event.timeStamp : -Infinity;
      const entering = leavesSearch(event);
      if (event.defaultPrevented || (!entering && (follows || !isSingleKey(event)))) return;
      const own = focused();
      const item = own ?? (entering || key.startsWith("Arrow") ? undefined : opened());
      const next = target(entering ? "j" : key, item);
      if (next) {
        if (own || !item) next.focus();
        else (next.closest("li") ?? next).scrollIntoView({ block: "nearest" });
        move(next.dataset["listItem"] ?? "");
      } else if (item && ["c", "r", "e", "x"].includes(key)) {
        const button = item
          .closest("li")
          ?.querySelector<HTMLElement>(`:is(button, input)[data-key="${key}"], [data-key="${key}"] button`);
        if (button) button.click();
        else if (key === "e") edit(item.dataset["listItem"] ?? "");
        else return;
      } else if (!own || key !== "ArrowUp" || !press("search")) return;
      event.preventDefault();
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
