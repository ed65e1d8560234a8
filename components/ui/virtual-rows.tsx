"use client";

import { startTransition, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from "react";

const overscan = 4;
/** A row of another kind may stand between two that can have the focus. */
const beside = 2;

export type VirtualRowsProps<T> = {
  items: readonly T[];
  itemKey: (item: T) => string;
  /** How high each row is, in px: pass a token's height, and let rows truncate instead of growing. */
  rowHeight: number | ((item: T) => number);
  label: string;
  /** The key of a row that is drawn wherever the list is scrolled to, as the one with the focus is. */ kept?:
    string | undefined;
  children: (item: T, index: number) => ReactNode;
};

/** Where each row begins, and last where the list ends, in px from its top. */
function topsOf<T>(items: readonly T[], rowHeight: VirtualRowsProps<T>["rowHeight"]): number[] {
  const tops = [0];
  let top = 0;
  for (const item of items) tops.push((top += typeof rowHeight === "number" ? rowHeight : rowHeight(item)));
  return tops;
}

/** The row at this height: the last one that begins at or above it. */
function rowAt(tops: readonly number[], height: number): number {
  let [from, to] = [0, tops.length - 1];
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    if ((tops[middle] ?? 0) <= height) from = middle;
    else to = middle - 1;
  }
  return from;
}

/**
 * A long list of rows of known heights: only those near the window are drawn. It scrolls with the page, and keeps the row that
 * has the focus with those beside it, which the focus may go to. For known heights this does in a few lines what a virtualiser
 * library needs 10 KB for.
 */
export function VirtualRows<T>({ items, itemKey, rowHeight, label, kept: keptKey, children }: VirtualRowsProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const tops = useMemo(() => topsOf(items, rowHeight), [items, rowHeight]);
  // As many rows as half of the window could show: the list's position in it is known only once it is rendered, and the
  // rest takes a task of its own, for the sake of phones.
  const [range, setRange] = useState(() => ({ from: 0, to: rowAt(tops, window.innerHeight / 2) + 1 }));
  const [atTop] = useState(() => window.scrollY === 0);
  const measured = useRef(false);
  const [focused, setFocused] = useState<string>();

  useLayoutEffect(() => {
    const update = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const from = Math.max(0, rowAt(tops, -top) - overscan);
      const to = rowAt(tops, window.innerHeight - top) + 1 + overscan;
      setRange((last) => (last.from === from && last.to === to ? last : { from, to }));
    };
    // What a page shows first is drawn already. Measuring lays it out.
    const first = atTop && !measured.current ? setTimeout(() => startTransition(update)) : undefined;
    measured.current = true;
    if (first === undefined) update();
    window.addEventListener("scroll", update, { passive: true });
    window.addEventListener("resize", update);
    return () => {
      clearTimeout(first);
      window.removeEventListener("scroll", update);
      window.removeEventListener("resize", update);
    };
  }, [tops, atTop]);

  // The focus may be on a row that was scrolled away: it stays, at its place in the order.
  const stays = focused ?? keptKey;
  const kept = stays === undefined ? -1 : items.findIndex((item) => itemKey(item) === stays);
  const rows = (from: number, to: number) =>
    items.slice(from, to).map((item, offset) => ({ item, index: from + offset }));
  const away = kept === -1 ? [] : rows(Math.max(0, kept - beside), kept + beside + 1);
  return (
    <ul
      ref={list}
      aria-label={label}
      className="relative"
      style={{ height: tops.at(-1) }}
      onFocus={(event) => setFocused(event.target.closest<HTMLElement>("[data-row]")?.dataset["row"])}
      onBlur={() => setFocused(undefined)}
    >
      {[
        ...away.filter(({ index }) => index < range.from),
        ...rows(range.from, range.to),
        ...away.filter(({ index }) => index >= range.to),
      ].map(({ item, index }) => {
        const key = itemKey(item);
        return (
          <li
            key={key}
            data-row={key}
            aria-setsize={items.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0 border-b border-line contain-strict last:border-b-0"
            style={{ top: tops[index], height: (tops[index + 1] ?? 0) - (tops[index] ?? 0) }}
          >
            {children(item, index)}
          </li>
        );
      })}
    </ul>
  );
}
