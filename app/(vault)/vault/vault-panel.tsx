"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { EntryDraft } from "@/components/entries/entry-draft";
import type { AfterForm } from "@/components/entries/entry-form";
import { noPanel } from "@/components/entries/entry-sight";
import { useEntryActions } from "@/components/entries/use-entry-actions";
import { DiscardDialog } from "@/components/ui/discard-dialog";
import { onDemand } from "@/components/ui/on-demand";
import { SkeletonRows } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { useLeaveGuard } from "@/lib/client/hooks/use-leave-guard";
import { useRights } from "@/lib/client/hooks/use-rights";
import { entriesQuery } from "@/lib/client/http/queries";
import { pageEndStore } from "@/lib/client/session/page-end";
import { keepTyped, keptTypedOf } from "@/lib/client/session/typed";
import type { ListedEntry } from "@/lib/contracts/entries";
import { focusEntry, keepFocus } from "./focus-entry";
import type { VaultPanelState } from "./use-vault-panel";

const EntryPanel = onDemand(() => import("@/components/entries/entry-panel"));
const EntryForm = onDemand(() => import("@/components/entries/entry-form"));
const ThingActivity = onDemand(
  () => import("@/components/activity/thing-activity"),
  <SkeletonRows rows={4} rowHeight="h-14" label="Loading the activity" />,
);

type VaultPanelProps = VaultPanelState & {
  onClose: () => void;
  onSaved: (entryId: string, next: AfterForm) => void;
};

/** The open entry or the form beside the list. Entries are looked up by id, so that it shows the list's current data. */
export default function VaultPanel(props: VaultPanelProps) {
  const { sight, show, put, dirty, setDirty, leaving, setLeaving, onClose } = props;
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
  }, [dirty]);
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
    show({});
  };
  const goOn = () => {
    setDirty(false);
    if (!leaving) return;
    if ("to" in leaving) put({ ...noPanel, ...leaving.to }, leaving.about, "push");
    else {
      settled.current = true;
      leaving.proceed();
    }
  };
  return (
    <>
      {sight.create ? (
        <NewEntry key={sight.like} {...props} onClose={close} />
      ) : (
        sight.entry && <OpenEntry {...props} onClose={close} />
      )}
      <DiscardDialog open={leaving !== undefined} onOpenChange={stay} onDiscard={goOn} />
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

function NewEntry({ sight, put, onClose, setDirty, onSaved }: VaultPanelProps) {
  const draft = useDraft(undefined);
  const { data: entries } = useQuery(entriesQuery);
  const { category, project, environment, like } = sight;
  if (like && !entries) return null;
  return (
    <EntryForm
      beside
      categoryId={category || undefined}
      like={entries?.find(({ id }) => id === like)}
      start={project ? { name: project, environment: environment === "none" ? "" : environment } : undefined}
      draft={draft}
      onDirty={setDirty}
      onClose={() => {
        onClose();
        keepFocus(undefined);
      }}
      onOpen={(entry) => put({ ...noPanel, entry })}
      onSaved={(id, next) => {
        onClose();
        if (next) onSaved(id, next);
        focusEntry(id);
      }}
    />
  );
}

function OpenEntry(props: VaultPanelProps) {
  const {
    sight: { entry: id, part },
    about: { startShown = false, returns },
    put,
    onClose,
  } = props;
  const { data: entries } = useQuery(entriesQuery);
  const { may } = useRights();
  const onAction = useEntryActions(props);
  const [openedBy] = useState(id);
  const entry = entries?.find((one) => one.id === id);
  const gone = entries !== undefined && entry === undefined;
  const closeGone = useEffectEvent(() => {
    toast.error("This entry no longer exists");
    close();
  });
  // Once, when the entry turns out to be gone.
  useEffect(() => {
    if (gone) closeGone();
  }, [gone]);
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
      <EditEntry key={id} {...props} entry={entry} onClose={() => (returns ? put({ part: "details" }) : close())} />
    );
  return (
    <EntryPanel
      entry={entry}
      part={part}
      startShown={startShown}
      activity={<ThingActivity objectId={id} />}
      onPart={(next) => put({ part: next }, {}, "push")}
      onAction={onAction}
      onClose={close}
    />
  );
}

function EditEntry({ entry, about, put, setDirty, onClose, onSaved }: VaultPanelProps & { entry: ListedEntry }) {
  const draft = useDraft(entry.id);
  return (
    <EntryForm
      beside
      entry={entry}
      draft={draft}
      onDirty={setDirty}
      onClose={onClose}
      onOpen={(to) => put({ ...noPanel, entry: to })}
      onSaved={(id, next) => {
        onClose();
        if (next) onSaved(id, next);
        if (!about.returns) focusEntry(id);
      }}
    />
  );
}
