"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { AfterForm } from "@/components/entries/entry-form";
import { DiscardDialog } from "@/components/ui/discard-dialog";
import { onDemand } from "@/components/ui/on-demand";
import { SkeletonRows } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { useLeaveGuard } from "@/lib/client/hooks/use-leave-guard";
import { useRights } from "@/lib/client/hooks/use-rights";
import { entriesQuery } from "@/lib/client/http/queries";
import { focusEntry, keepFocus } from "./focus-entry";
import type { useVaultPanel } from "./use-vault-panel";

const EntryPanel = onDemand(() => import("@/components/entries/entry-panel"));
const EntryForm = onDemand(() => import("@/components/entries/entry-form"));
const ThingActivity = onDemand(
  () => import("@/components/activity/thing-activity"),
  <SkeletonRows rows={4} rowHeight="h-14" label="Loading the activity" />,
);

type VaultPanelProps = ReturnType<typeof useVaultPanel> & {
  onClose: () => void;
  onSaved: (entryId: string, next: AfterForm) => void;
};

/** The open entry or the form beside the list. Entries are looked up by id, so that it shows the list's current data. */
export default function VaultPanel(props: VaultPanelProps) {
  const {
    sight,
    panel: { dirty, asks },
    setLeaving,
    goOn,
    stay,
  } = props;
  useLeaveGuard(dirty, (proceed) => setLeaving({ proceed }));
  return (
    <>
      {sight.create ? <NewEntry {...props} /> : <OpenEntry {...props} />}
      <DiscardDialog open={asks} onOpenChange={stay} onDiscard={goOn} />
    </>
  );
}

function NewEntry({ sight, panel, change, onClose, setDirty, onSaved }: VaultPanelProps) {
  const { data: entries } = useQuery(entriesQuery);
  const { category, project, environment, like } = sight;
  if (like && !entries) return null;
  return (
    <EntryForm
      key={like}
      beside
      categoryId={category || undefined}
      like={entries?.find(({ id }) => id === like)}
      start={project ? { name: project, environment: environment === "none" ? "" : environment } : undefined}
      draft={panel.about.draft}
      onDirty={setDirty}
      onClose={() => {
        onClose();
        keepFocus(undefined);
      }}
      onOpen={(entry) => change({ entry, create: "", like: "" }, "replace")}
      onSaved={(id, next) => {
        onClose();
        if (next) onSaved(id, next);
        focusEntry(id);
      }}
    />
  );
}

function OpenEntry({
  sight: { entry: id, part },
  panel: {
    about: { startShown = false, returns, draft },
  },
  change,
  onClose,
  onAction,
  onSaved,
  setDirty,
}: VaultPanelProps) {
  const { data: entries } = useQuery(entriesQuery);
  const { may } = useRights();
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
    // The trigger gets it back, unless the panel went on to another entry.
    const inPanel = document.activeElement?.closest("dialog") ?? document.activeElement === document.body;
    onClose();
    if (id === openedBy) keepFocus(id);
    else if (inPanel) focusEntry(id);
  }
  const leaveForm = () => (returns ? change({ part: "details" }, "replace") : close());
  if (!entry) return null;
  if (part === "edit" && may("entries:write"))
    return (
      <EntryForm
        key={id}
        beside
        entry={entry}
        draft={draft}
        onDirty={setDirty}
        onClose={leaveForm}
        onOpen={(to) => change({ entry: to, part: "details" }, "replace")}
        onSaved={(_id, next) => {
          leaveForm();
          if (next) onSaved(id, next);
          if (!returns) focusEntry(id);
        }}
      />
    );
  return (
    <EntryPanel
      entry={entry}
      part={part}
      startShown={startShown}
      activity={<ThingActivity objectId={id} />}
      onPart={(next) => change({ part: next }, "push")}
      onAction={onAction}
      onClose={close}
    />
  );
}
