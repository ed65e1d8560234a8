"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { DiscardDialog } from "@/components/ui/dialogs/discard-dialog";
import { onDemand } from "@/components/ui/states/on-demand";
import { toast } from "@/components/ui/toasts/toast";
import { useLeaveGuard } from "@/lib/client/hooks/address/use-leave-guard";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import { whyMissing } from "@/lib/client/http/queries/fresh-entries";
import { entriesQuery } from "@/lib/client/http/queries/queries";
import { pageEndStore } from "@/lib/client/session/end/page-end";
import { keepTyped, keptTypedOf } from "@/lib/client/session/typed/typed";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { EntryDraft } from "../form/entry-draft";
import type { AfterForm } from "../form/entry-form";
import type { EntryStart } from "../form/entry-form-values";
import { noPanel, type PanelSight } from "../entry-sight";
import { useEntryActions } from "../use-entry-actions";
import { focusEntry, keepFocus } from "./focus-entry";
import type { EntryPanelState } from "./use-entry-panel";

const EntryPanel = onDemand(() => import("../entry-panel"));
const EntryForm = onDemand(() => import("../form/entry-form"));

type BesideListProps = EntryPanelState<PanelSight> & {
  /** What a new entry's form starts with. */
  newEntry: { categoryId?: string | undefined; start?: EntryStart | undefined };
  /** What was done with an entry: another feature, passed in by the page. */
  activityOf: (entryId: string) => ReactNode;
  onClose: () => void;
  onSaved: (entryId: string, next: AfterForm) => void;
};

type OpenPartProps = BesideListProps & {
  /** How often the panel was led somewhere: a form of before holds what is not wanted any more. */ turn: number;
  onSaving: (saving: boolean) => void;
};

/** The open entry or the form beside the list. Entries are looked up by id, so that it shows the list's current data. */
export default function EntryBesideList(props: BesideListProps) {
  const { sight, show, about, put, dirty, setDirty, leaving, setLeaving, onClose } = props;
  const [saving, setSaving] = useState(false);
  const [led, setLed] = useState({ about, turn: 0 });
  if (about !== led.about) setLed({ about, turn: led.turn + 1 });
  useLeaveGuard(dirty, (proceed) => setLeaving({ proceed }));
  // The form whose content waits, wherever the address leads.
  const reopen = useEffectEvent(() => {
    const draft = keptTypedOf<EntryDraft>("entry");
    if (draft) put({ ...noPanel, ...(draft.entry ? { entry: draft.entry.id, part: "edit" } : { create: "entry" }) });
  });
  useEffect(() => reopen(), []);

  // What was typed waits where the page is left without a question.
  const settled = useRef(false);
  useEffect(() => {
    if (dirty) settled.current = false;
    // What was saved while this was asked: there is nothing left to ask about.
    else setLeaving(undefined);
  }, [dirty, setLeaving]);
  const leave = useEffectEvent(() => {
    if (!dirty || settled.current || pageEndStore.current()) return;
    keepTyped();
    const draft = keptTypedOf<EntryDraft>("entry");
    if (draft) draft.left = true;
  });
  // Before the form itself goes.
  useLayoutEffect(() => () => leave(), []);

  const close = () => {
    settled.current = true;
    onClose();
  };
  const stay = () => {
    setLeaving(undefined);
    // The address may be that of where a link led.
    if (!settled.current) show({});
  };
  const goOn = () => {
    setDirty(false);
    if (!leaving) return;
    // Another object in any case: what was typed goes from a form of the same kind too.
    if ("to" in leaving) put({ ...noPanel, ...leaving.to }, { ...leaving.about }, "push");
    else {
      settled.current = true;
      leaving.proceed();
    }
  };
  const part: OpenPartProps = { ...props, turn: led.turn, onSaving: setSaving, onClose: close };
  return (
    <>
      {sight.create ? <NewEntry key={`${sight.like} ${led.turn}`} {...part} /> : sight.entry && <OpenEntry {...part} />}
      <DiscardDialog open={leaving !== undefined && dirty} saving={saving} onOpenChange={stay} onDiscard={goOn} />
    </>
  );
}

/** What was typed into this entry's form, or a new one's, before the session ended or the page was left. */
function useDraft(entryId: string | undefined): EntryDraft | undefined {
  const [draft] = useState(() => {
    const kept = keptTypedOf<EntryDraft>("entry");
    return kept?.entry?.id === entryId ? kept : undefined;
  });
  return draft;
}

function NewEntry({ sight: { like }, newEntry, put, leave, onClose, setDirty, onSaving, onSaved }: OpenPartProps) {
  const draft = useDraft(undefined);
  const [trigger] = useState(() => document.activeElement);
  const { data: entries } = useQuery(entriesQuery);
  if (like && !entries) return null;
  return (
    <EntryForm
      {...newEntry}
      like={entries?.find(({ id }) => id === like)}
      draft={draft}
      onDirty={setDirty}
      onSaving={onSaving}
      leave={leave}
      onClose={() => {
        onClose();
        keepFocus(undefined, trigger);
      }}
      onOpen={(entry) => put({ ...noPanel, entry })}
      onSaved={(id, next) => {
        onClose();
        put(noPanel, { saved: id });
        if (next) onSaved(id, next);
        focusEntry(id);
      }}
    />
  );
}

function OpenEntry(props: OpenPartProps) {
  const {
    sight: { entry: id, part },
    about: { startShown, returns },
    put,
    turn,
    activityOf,
    dirty,
    onClose,
  } = props;
  const { data: entries } = useQuery(entriesQuery);
  const { may } = useRights();
  const onAction = useEntryActions(props);
  const [openedBy] = useState(id);
  const listed = entries?.find((one) => one.id === id);
  const [known, setKnown] = useState(listed);
  if (listed && listed !== known) setKnown(listed);
  // What is typed into its form outlasts the entry: it may be restored, or the text copied.
  const entry = listed ?? (part === "edit" && dirty && known?.id === id ? known : undefined);
  const queryClient = useQueryClient();
  const isThere = useIsThere();
  const missing = entries !== undefined && entry === undefined;
  const closeMissing = useEffectEvent((why: string) => {
    toast.error(why);
    close();
  });
  // The cached list may be older than the entry.
  useEffect(() => {
    if (!missing) return;
    let isWaited = true;
    // Whoever is on their way to another page would be called back by the address without it.
    void whyMissing(queryClient, id).then((why) => isWaited && why !== undefined && isThere() && closeMissing(why));
    return () => {
      isWaited = false;
    };
  }, [missing, id, queryClient, isThere]);
  useEffect(() => EntryForm.preload(), []);

  function close() {
    const { activeElement } = document;
    const inPanel = activeElement === document.body || activeElement?.closest("dialog");
    onClose();
    // The trigger gets the focus back, unless the panel went on to another entry.
    if (id === openedBy) keepFocus(id);
    else if (inPanel) focusEntry(id);
  }
  if (!entry) return null;
  if (part === "edit" && may("entries:write"))
    return (
      <EditEntry
        key={`${id} ${turn}`}
        {...props}
        entry={entry}
        onClose={() => (returns ? put({ part: "details" }) : close())}
      />
    );
  return (
    <EntryPanel
      entry={entry}
      part={part}
      startShown={startShown}
      activity={activityOf(id)}
      onPart={(next) => put({ part: next }, {}, "push")}
      onAction={onAction}
      onClose={close}
    />
  );
}

function EditEntry({
  entry,
  about,
  put,
  leave,
  setDirty,
  onSaving,
  onClose,
  onSaved,
}: OpenPartProps & { entry: ListedEntry }) {
  const draft = useDraft(entry.id);
  return (
    <EntryForm
      entry={entry}
      draft={draft}
      onDirty={setDirty}
      onSaving={onSaving}
      leave={leave}
      onClose={onClose}
      onOpen={(to) => put({ ...noPanel, entry: to })}
      onSaved={(id, next) => {
        onClose();
        if (next) onSaved(id, next);
        if (about.returns) return;
        put(noPanel, { saved: id });
        focusEntry(id);
      }}
    />
  );
}
