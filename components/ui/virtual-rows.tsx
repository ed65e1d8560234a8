"use client";

import { useLayoutEffect, useRef, useState, type ReactNode } from "react";

const overscan = 4;

export type VirtualRowsProps<T> = {
  items: readonly T[];
  itemKey: (item: T) => string;
  /** Every row is this high, in px: pass a token's height, and let rows truncate instead of growing. */
  rowHeight: number;
  label: string;
  children: (item: T, index: number) => ReactNode;
};

/**
 * A long list of rows of one height: only those near the window are drawn. It scrolls with the page, and keeps the row that has
 * the focus. For fixed heights this does in a few lines what a virtualiser library needs 10 KB for.
 */
export function VirtualRows<T>({ items, itemKey, rowHeight, label, children }: VirtualRowsProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  // As many rows as the window could show: the list's position in it is known only once it is rendered.
  const [range, setRange] = useState(() => ({ from: 0, to: Math.ceil(window.innerHeight / rowHeight) }));
  const [focused, setFocused] = useState<string>();

  useLayoutEffect(() => {
    const update = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const from = Math.max(0, Math.floor(-top / rowHeight) - overscan);
      const to = Math.ceil((window.innerHeight - top) / rowHeight) + overscan;
      setRange((last) => (last.from === from && last.to === to ? last : { from, to }));
    };
    update();
    window.addEventListener("scroll", update, { passive: true });
    window.addEventListener("resize", update);
    return () => {
      window.removeEventListener("scroll", update);
      window.removeEventListener("resize", update);
    };
  }, [rowHeight, items.length]);

  // The focus may be on a row that was scrolled away: it stays, at its place in the order.
  const kept = focused === undefined ? -1 : items.findIndex((item) => itemKey(item) === focused);
  const near = items.slice(range.from, range.to).map((item, offset) => ({ item, index: range.from + offset }));
  const away = items.slice(Math.max(kept, 0), kept + 1).map((item) => ({ item, index: kept }));
  return (
    <ul
      ref={list}
      aria-label={label}
      className="relative"
      style={{ height: items.length * rowHeight }}
      onFocus={(event) => setFocused(event.target.closest<HTMLElement>("[data-row]")?.dataset["row"])}
      onBlur={() => setFocused(undefined)}
    >
      {[...(kept < range.from ? away : []), ...near, ...(kept >= range.to ? away : [])].map(({ item, index }) => {
        const key = itemKey(item);
        return (
          <li
            key={key}
            data-row={key}
            aria-setsize={items.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0 border-b border-line contain-strict last:border-b-0"
            style={{ top: index * rowHeight, height: rowHeight }}
          >
            {children(item, index)}
          </li>
        );
      })}
    </ul>
  );
}
