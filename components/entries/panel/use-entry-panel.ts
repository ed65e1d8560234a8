import { useCallback, useEffect, useRef, useState } from "react";
import { useSight, type SightText } from "@/lib/client/hooks/reveal/use-sight";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { noPanel, type PanelSight } from "../entry-sight";
import type { PanelAbout } from "../use-entry-actions";

/** What waits for the answer about something typed: a way out, or what the panel shows next. */
type Leaving<Sight> = { proceed: () => void } | { to: Partial<Sight>; about: PanelAbout };

const arrived: PanelAbout = { returns: true };

/**
 * The panel beside the list, with what the page shows. What would close a form with something typed in it waits in
 * `leaving`. Only what the page needs at first is here: `entry-beside-list` has the rest.
 */
export function useEntryPanel<Sight extends PanelSight>(
  text: SightText<Sight>,
  onDelete: (entry: ListedEntry) => void,
  onDialog: () => void,
) {
  const [about, setAbout] = useState(arrived);
  const [dirty, setDirty] = useState(false);
  const [leaving, setLeaving] = useState<Leaving<Sight>>();
  const { sight, show } = useSight(text, dirty, (to, asksForDialog) => {
    if (asksForDialog) onDialog();
    else if (dirty) setLeaving({ to, about: arrived });
    else setAbout(arrived);
  });
  const latest = useRef({ dirty, sight });
  useEffect(() => {
    latest.current = { dirty, sight };
  });
  // Stable, since the rows are memoised on what is made of it.
  const put = useCallback(
    (to: Partial<Sight>, next: PanelAbout = {}, how: "push" | "replace" | "later" = "replace") => {
      setAbout(next);
      show(to, how);
    },
    [show],
  );
  const open = useCallback(
    (panel: Partial<Sight>, next: PanelAbout = {}) => {
      const to = { ...noPanel, ...panel };
      if (latest.current.dirty) setLeaving({ to, about: next });
      else put(to, next, "push");
    },
    [put],
  );
  const leave = useCallback((proceed: () => void) => (latest.current.dirty ? setLeaving({ proceed }) : proceed()), []);
  const sightNow = useCallback(() => latest.current.sight, []);
  return { sight, show, about, dirty, setDirty, leaving, setLeaving, sightNow, put, open, leave, onDelete };
}

export type EntryPanelState<Sight extends PanelSight> = ReturnType<typeof useEntryPanel<Sight>>;
