import { useEffectEvent, useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent, type RefObject } from "react";
import { leavesSearch } from "@/components/layout/shortcuts/list-keys";
import { isSingleKey, press as pressShortcut, sequenceMilliseconds } from "@/components/layout/shortcuts/use-shortcuts";

const cellOf = (element: EventTarget | null) =>
  element instanceof Element ? element.closest<HTMLElement>("[role=gridcell]") : null;
const rowsOf = (grid: HTMLElement): HTMLElement[][] =>
  [...grid.querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll<HTMLElement>("[role=gridcell]")]);
const widgetsOf = (cell: HTMLElement) => cell.querySelectorAll<HTMLElement>("a[href], button, [tabindex]");

/** Lets Tab reach a cell and what stands in it, or neither. */
function setReached(cell: HTMLElement, reached: boolean): void {
  for (const element of [cell, ...widgetsOf(cell)]) element.tabIndex = reached ? 0 : -1;
}

const steps: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowDown: [1, 0],
  j: [1, 0],
  ArrowUp: [-1, 0],
  k: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/** Where a key leads from a cell; undefined if nowhere. */
function target(
  grid: HTMLElement,
  from: HTMLElement,
  { key, ctrlKey }: Pick<KeyboardEvent, "key" | "ctrlKey">,
): HTMLElement | undefined {
  const rows = rowsOf(grid);
  const row = rows.findIndex((cells) => cells.includes(from));
  const column = rows[row]?.indexOf(from) ?? 0;
  if (key === "Home") return rows[ctrlKey ? 0 : row]?.[0];
  if (key === "End") return rows[ctrlKey ? rows.length - 1 : row]?.at(-1);
  const step = steps[key];
  if (!step) return undefined;
  const [down, right] = step;
  // A step back from the first one would find the last.
  return right < 0 && column === 0 ? undefined : rows[row + down]?.[column + right];
}

function press(cell: HTMLElement, key: string): boolean {
  const button = cell.querySelector<HTMLElement>(`button[data-key="${key}"], [data-key="${key}"] button`);
  button?.click();
  return button !== null;
}

/** The entry of a cell, or the first one of several. */
const entryOf = (cell: HTMLElement) => cell.dataset["entry"]?.split(" ")[0];

/** The cell whose panel is open, unless something is written there. */
const openedIn = (grid: HTMLElement) =>
  document.querySelector("main dialog form")
    ? null
    : grid.querySelector<HTMLElement>('[role=gridcell][aria-current="true"]');

/**
 * Keys of a table whose cells hold buttons, as WAI-ARIA's grid has them. Tab reaches one cell and its buttons; arrows, j
 * and k, Home and End lead to others; ArrowDown and Enter lead from the search to the first one, and ArrowUp back. Enter
 * opens a cell, F2 enters it and Escape leaves it; c, r and e press the button that `data-key` names. While a cell's entry
 * is open in a panel, marked `aria-current`, j, k and the letters mean that cell from everywhere, and `onMove` is told
 * where the keys lead. For a `table` with `role="grid"`.
 */
export function useGridKeys(onMove?: (entryId: string) => void): {
  ref: RefObject<HTMLTableElement | null>;
  onFocus: (event: FocusEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
} {
  const ref = useRef<HTMLTableElement>(null);
  const reached = useRef<HTMLElement>(null);
  const lastG = useRef(-Infinity);

  // On every render: rows come and go with a search. Not useEffect: a key may be pressed as soon as a cell is visible.
  useLayoutEffect(() => {
    if (!ref.current) return;
    const cells = rowsOf(ref.current).flat();
    if (!reached.current || !cells.includes(reached.current)) reached.current = cells[0] ?? null;
    for (const cell of cells) setReached(cell, cell === reached.current);
  });

  const enter = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const { key } = event;
    const follows = event.timeStamp - lastG.current < sequenceMilliseconds;
    if (!ref.current || !reached.current || cellOf(document.activeElement)) return;
    lastG.current = key === "g" ? event.timeStamp : -Infinity;
    if (leavesSearch(event)) {
      rowsOf(ref.current)[0]?.[0]?.focus();
      return event.preventDefault();
    }
    if (event.defaultPrevented || follows || !isSingleKey(event)) return;
    const opened = openedIn(ref.current);
    if (opened && ["c", "r", "e"].includes(key)) {
      if (!press(opened, key)) return;
    } else if (key !== "j" && key !== "k") return;
    else if (opened) {
      const next = target(ref.current, opened, event);
      const entry = next && entryOf(next);
      if (entry !== undefined) onMove?.(entry);
      next?.scrollIntoView({ block: "nearest" });
    } else reached.current.focus();
    event.preventDefault();
  });
  useLayoutEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => enter(event);
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);

  function onFocus({ target: focused }: FocusEvent) {
    const cell = cellOf(focused);
    if (!cell || cell === reached.current) return;
    if (reached.current) setReached(reached.current, false);
    reached.current = cell;
    setReached(cell, true);
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, nativeEvent } = event;
    const cell = cellOf(event.target);
    if (!ref.current || !cell || event.defaultPrevented || event.altKey || event.metaKey) return;
    const isLetter = key.length === 1;
    // The second key of a sequence leads to a page.
    const follows = event.timeStamp - lastG.current < sequenceMilliseconds;
    lastG.current = key === "g" ? event.timeStamp : -Infinity;
    if (isLetter && (follows || !isSingleKey(nativeEvent))) return;
    const inside = event.target !== cell;
    // A long value is scrolled by its arrows.
    if (inside && event.target instanceof HTMLElement && event.target.matches("code") && !isLetter && key !== "Escape")
      return;
    if (key === "Escape" && inside) cell.focus();
    else if (key === "F2" && !inside) widgetsOf(cell)[0]?.focus();
    else if (key === "Enter" && !inside) void (press(cell, "o") || press(cell, "e"));
    else if (key === "c" || key === "r" || key === "e") press(cell, key);
    else {
      const next = target(ref.current, cell, event);
      if (!next && (key !== "ArrowUp" || !pressShortcut("search"))) return;
      next?.focus();
      const entry = next && entryOf(next);
      if (entry !== undefined) onMove?.(entry);
    }
    event.preventDefault();
  }

  return { ref, onFocus, onKeyDown };
}
