import { useCallback } from "react";
import { askToMove } from "@/lib/client/vaults/moving";
import { openRotation } from "@/lib/client/entries/rotation";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { entryName } from "./entry-name";
import { noPanel, type PanelSight } from "./entry-sight";

/** What is done with an entry, from its row or its panel. */
export type EntryAction = "open" | "reveal" | "edit" | "duplicate" | "move" | "replace" | "delete";
export type OnEntryAction = (action: EntryAction, entry: ListedEntry) => void;

/** What the address does not say of the panel. */
export type PanelAbout = {
  /** The entry's value is shown at once. Another number each time, since the panel may have hidden it again. */
  startShown?: number;
  /** The entry's details come back after its form. */ returns?: boolean;
  /** The id of the entry that was saved: its row takes the focus, wherever it stands. */ saved?: string;
};

/** The page's panel: what it shows, and how to change that. */
export type PanelControl = {
  sight: PanelSight;
  about: PanelAbout;
  /** `sight` at the time, for what must not change with it. */ sightNow: () => PanelSight;
  /** Shows something else, unless somebody wants to keep what is typed there. */
  open: (panel: Partial<PanelSight>, about?: PanelAbout) => void;
  /** Moves on to something else, unless somebody wants to keep what is typed there. */
  leave: (proceed: () => void) => void;
  /** Changes it without asking. */
  put: (panel: Partial<PanelSight>, about?: PanelAbout, how?: "push" | "replace" | "later") => void;
  onDelete: (entry: ListedEntry) => void;
};

/** The panel of an open entry takes the focus when it is opened once more. */
const focusPanel = () => document.querySelector<HTMLElement>("main dialog")?.focus();

let timesShown = 0;

/** Does what is asked for with an entry. Stable, since rows are memoised on it. */
export function useEntryActions({ sightNow, open, leave, put, onDelete }: PanelControl): OnEntryAction {
  return useCallback(
    (action, entry) => {
      const { id } = entry;
      const sight = sightNow();
      const shown = sight.entry === id && sight.part !== "edit";
      if (action === "delete") onDelete(entry);
      else if (action === "edit") open({ entry: id, part: "edit" }, { returns: shown });
      else if (action === "duplicate") open({ create: "entry", like: id });
      else if (action === "move") askToMove({ kind: "entry", ids: [id], name: entryName(entry) }, () => put(noPanel));
      else if (action === "replace")
        leave(() => {
          // An entry's details come back with Back; an empty form need not.
          if (sightNow().create) put(noPanel);
          openRotation(id);
        });
      else if (!shown) open({ entry: id }, action === "reveal" ? { startShown: ++timesShown } : {});
      else if (action === "reveal") put({ part: "details" }, { startShown: ++timesShown });
      else focusPanel();
    },
    [sightNow, open, leave, put, onDelete],
  );
}
