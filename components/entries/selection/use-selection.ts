import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { type Chosen, noneChosen, toggled } from "./chosen";
import { useFocusInSelection } from "./use-focus-in-selection";
import { useSelectionKeys } from "./use-selection-keys";

/** What a row needs to be selected. The same function for as long as the list is there: rows are memoised on it. */
export type OnSelect = (entry: ListedEntry, range: boolean) => void;

export type Selection = {
  /** Those of the shown entries that are selected, in the list's order. */ entries: readonly ListedEntry[];
  has: (id: string) => boolean;
  /** Rows show their boxes. */ on: boolean;
  onSelect: OnSelect;
  start: () => void;
  all: () => void;
  /** Keeps these alone, such as what could not be deleted. */ keep: (ids: readonly string[]) => void;
  stop: () => void;
};

/**
 * Which of the shown entries are selected. What the search or a filter hides isn't: nothing is done to an entry that
 * nobody sees. Ctrl-A selects all that are shown, Escape ends it.
 */
export function useSelection(shown: readonly ListedEntry[], may: boolean): Selection {
  const [started, setStarted] = useState(false);
  const [chosen, setChosen] = useState<Chosen>(noneChosen);
  const order = useRef(shown);
  useEffect(() => {
    order.current = shown;
  }, [shown]);

  const entries = useMemo(
    () => (chosen.ids.size === 0 ? [] : shown.filter(({ id }) => chosen.ids.has(id))),
    [shown, chosen],
  );
  const onSelect = useCallback<OnSelect>((entry, range) => {
    setStarted(true);
    setChosen((last) => toggled(last, order.current, entry.id, range));
  }, []);
  const { remember } = useFocusInSelection(started, entries.length);
  const keep = (ids: readonly string[]) => {
    remember();
    setStarted(ids.length > 0);
    setChosen({ ...noneChosen, ids: new Set(ids) });
  };
  const selection = {
    entries,
    has: (id: string) => chosen.ids.has(id),
    on: started,
    onSelect,
    start: () => {
      remember();
      setStarted(true);
    },
    all: () => keep(shown.map(({ id }) => id)),
    keep,
    stop: () => keep([]),
  };
  useSelectionKeys(may, selection);
  return selection;
}
