import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { EntryDraft } from "@/components/entries/entry-draft";
import { entryName } from "@/components/entries/entry-name";
import type { EntryAction } from "@/components/entries/entry-row";
import { askToMove } from "@/lib/client/moving";
import { leavePage } from "@/lib/client/session/page-end";
import { keptTyped, keptTypedOf } from "@/lib/client/session/typed";
import type { ListedEntry } from "@/lib/contracts/entries";
import { focusPanel } from "./focus-entry";
import { useVaultSight } from "./use-vault-sight";
import { noPanel, type PanelSight, type VaultSight } from "./vault-sight";

/** What the address does not say of the panel. */
type About = {
  /** The entry's value is shown at once. */ startShown?: boolean;
  /** The entry's details come back after its form. */ returns?: boolean;
  /** What was typed before. */ draft?: EntryDraft | undefined;
};

/** What waits for the answer about something typed: a step, or where a link has led already. */
type Leaving = { proceed: () => void } | { to: VaultSight };

function firstAbout(): About {
  const draft = keptTypedOf<EntryDraft>("entry");
  return { returns: true, draft: draft && { ...draft, left: keptTyped()?.left } };
}

/**
 * The panel beside the list, with what the page shows. What would close a form with something typed in it waits in
 * `leaving` for the answer to that.
 */
export function useVaultPanel(onNewCategory: () => void, onDelete: (entry: ListedEntry) => void) {
  const [about, setAbout] = useState(firstAbout);
  const [dirty, setDirty] = useState(false);
  const [leaving, setLeaving] = useState<Leaving>();
  const { sight, show } = useVaultSight(dirty, (arrived, asksForCategory) => {
    if (asksForCategory) onNewCategory();
    else if (dirty) setLeaving({ to: arrived });
    else setAbout({ returns: true });
  });
  const latest = useRef({ dirty, sight });
  useEffect(() => {
    latest.current = { dirty, sight };
  });

  // All stable, since the rows are memoised on what is made of them.
  const open = useCallback(
    (to: Partial<VaultSight>, next: About, how: "push" | "replace" = "push") => {
      setAbout(next);
      show({ ...noPanel, ...to }, how);
    },
    [show],
  );
  const close = useCallback(() => open({}, {}, "replace"), [open]);
  const guarded = useCallback(
    (proceed: () => void) => (latest.current.dirty ? setLeaving({ proceed }) : proceed()),
    [],
  );
  const newEntry = useCallback(
    () => (latest.current.sight.create ? focusPanel() : guarded(() => open({ create: "entry" }, {}))),
    [guarded, open],
  );
  const onAction = useCallback(
    (action: EntryAction, entry: ListedEntry) => {
      const { id } = entry;
      if (action === "delete") return onDelete(entry);
      const shown = latest.current.sight.entry === id && latest.current.sight.part !== "edit";
      if (action === "open" && shown) return focusPanel();
      guarded(() => {
        if (action === "edit") open({ entry: id, part: "edit" }, { returns: shown });
        else if (action === "duplicate") open({ create: "entry", like: id }, {});
        else if (action === "move") {
          close();
          askToMove({ kind: "entry", ids: [id], name: entryName(entry) });
        } else open({ entry: id }, { startShown: action === "reveal" }, shown ? "replace" : "push");
      });
    },
    [onDelete, guarded, open, close],
  );
  const follow = useCallback(
    (entry: string) => {
      setAbout({});
      show({ entry }, "later");
    },
    [show],
  );
  const change = (to: Partial<PanelSight>, how: "push" | "replace") => {
    setAbout({});
    show(to, how);
  };
  const goOn = () => {
    setDirty(false);
    if (!leaving) return;
    if ("to" in leaving) open(leaving.to, {}, "replace");
    else leaving.proceed();
  };
  const stay = () => {
    setLeaving(undefined);
    // The address may be that of where the link led.
    show({});
  };

  const reopen = useEffectEvent(() => {
    const { draft } = about;
    if (!draft) return;
    const { entry, part, create } = sight;
    if (draft.entry ? entry !== draft.entry.id || part !== "edit" : !create)
      show({ ...noPanel, ...(draft.entry ? { entry: draft.entry.id, part: "edit" } : { create: "entry" }) });
  });
  const leave = useEffectEvent(() => {
    if (dirty) leavePage();
  });
  useEffect(() => reopen(), []);
  // Before the form itself goes.
  useLayoutEffect(() => () => leave(), []);

  return {
    sight,
    show,
    panel: { about, dirty, asks: leaving !== undefined },
    setDirty,
    setLeaving,
    goOn,
    stay,
    change,
    close,
    newEntry,
    onAction,
    follow,
  };
}
