"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useDeletedNotice } from "@/components/history/use-deleted-notice";
import { LeavingNote } from "@/components/references/leaving-note";
import { ConfirmDialog } from "@/components/ui/dialogs/confirm-dialog";
import { deleteEntry } from "@/lib/client/http/api";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { ApiError } from "@/lib/client/http/api-error";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import { useShownVersion } from "@/lib/client/hooks/reveal/use-shown-version";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { entryName, keyTypeNouns } from "./entry-name";

/** `onDeleted` is called while the row is still rendered, so that a neighbour can be found; not for whoever left. */
export default function DeleteEntry({
  entry,
  onDeleted,
  onClose,
}: {
  entry: ListedEntry;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const isThere = useIsThere();
  const tellDeleted = useDeletedNotice();
  const atShown = useShownVersion(entry);
  const { id, notes, category } = entry;
  const what = entryName(entry);
  async function confirm() {
    try {
      await atShown((only) => deleteEntry({ params: { id } }, only));
    } catch (error) {
      // Already gone, perhaps in another tab: the goal is reached.
      if (!(error instanceof ApiError && error.code === "ENTRY_NOT_FOUND")) throw error;
    }
    if (isThere()) onDeleted();
    queryClient.setQueryData<ListedEntry[]>(queryKeys.entries, (entries) =>
      entries?.filter((other) => other.id !== id),
    );
    void queryClient.invalidateQueries({ queryKey: queryKeys.entries });
    void queryClient.invalidateQueries({ queryKey: queryKeys.stats });
    tellDeleted({ ids: [id], name: what, message: `${what} was deleted` });
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${what}?`}
      confirmLabel="Delete entry"
      onConfirm={confirm}
    >
      <p>
        This deletes the {category.name} {keyTypeNouns[category.keyType]} for{" "}
        <strong className="font-semibold break-words">{entry.name}</strong>
        {entry.environment && ` (${entry.environment})`}
        {notes && " and its notes"}. You can restore it from the trash.
      </p>
      <LeavingNote entryIds={[id]} going="deleted" />
      {category.envVarName && <p className="font-mono text-xs break-all text-muted">{category.envVarName}</p>}
    </ConfirmDialog>
  );
}
