import { useCallback, useEffect, useRef, useState } from "react";
import { noPanel, type PanelSight } from "@/components/entries/entry-sight";
import type { PanelAbout } from "@/components/entries/use-entry-actions";
import type { ListedEntry } from "@/lib/contracts/entries";
import { useVaultSight } from "./use-vault-sight";
import type { VaultSight } from "./vault-sight";

/** What waits for the answer about something typed: a way out, or what the panel shows next. */
type Leaving = { proceed: () => void } | { to: Partial<VaultSight>; about: PanelAbout };

const arrived: PanelAbout = { returns: true };

/**
 * The panel beside the list, with what the page shows. What would close a form with something typed in it waits in
 * `leaving`. Only what the page needs at first is here: `vault-panel` has the rest.
 */
export function useVaultPanel(onNewCategory: () => void, onDelete: (entry: ListedEntry) => void) {
  const [about, setAbout] = useState(arrived);
  const [dirty, setDirty] = useState(false);
  const [leaving, setLeaving] = useState<Leaving>();
  const { sight, show } = useVaultSight(dirty, (to, asksForCategory) => {
    if (asksForCategory) onNewCategory();
    else if (dirty) setLeaving({ to, about: arrived });
    else setAbout(arrived);
  });
  const latest = useRef({ dirty, sight });
  useEffect(() => {
    latest.current = { dirty, sight };
  });
  // Stable, since the rows are memoised on what is made of it.
  const put = useCallback(
    (to: Partial<PanelSight>, next: PanelAbout = {}, how: "push" | "replace" | "later" = "replace") => {
      setAbout(next);
      show(to, how);
    },
    [show],
  );
  const open = useCallback(
    (panel: Partial<PanelSight>, next: PanelAbout = {}) => {
      const to = { ...noPanel, ...panel };
      if (latest.current.dirty) setLeaving({ to, about: next });
      else put(to, next, "push");
    },
    [put],
  );
  const sightNow = useCallback(() => latest.current.sight, []);
  return { sight, show, about, dirty, setDirty, leaving, setLeaving, sightNow, put, open, onDelete };
}

export type VaultPanelState = ReturnType<typeof useVaultPanel>;
