"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useDeletedNotice } from "@/components/history/use-deleted-notice";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ErrorNote } from "@/components/ui/error-state";
import { deleteEntry } from "@/lib/client/http/api";
import { ApiError } from "@/lib/client/http/api-error";
import { onlyAt } from "@/lib/client/http/precondition";
import { queryKeys } from "@/lib/client/http/query-keys";
import { useFocusAfter } from "@/lib/client/hooks/use-focus-after";
import type { ListedEntry } from "@/lib/contracts/entries";
import { entryName } from "../entry-name";
import { entryCount } from "./entry-count";
import { inTurn, type Progress } from "@/lib/client/in-turn";
import { partlyDone } from "./partly-done";
import { ProgressLine } from "./progress-line";

export type SelectedDialogProps = {
  entries: readonly ListedEntry[];
  /** With the ids of those that are left to do. */ onDone: (left: readonly string[]) => void;
  onClose: () => void;
};

const namedMax = 5;

async function remove({ id, version }: ListedEntry): Promise<void> {
  try {
    await deleteEntry({ params: { id } }, onlyAt(version));
  } catch (error) {
    // Already gone, perhaps in another tab: the goal is reached.
    if (!(error instanceof ApiError && error.code === "ENTRY_NOT_FOUND")) throw error;
  }
}

/** Deletes the selected entries; one notice undoes it for all of them. */
export default function DeleteSelected({ entries, onDone, onClose }: SelectedDialogProps) {
  const queryClient = useQueryClient();
  const tellDeleted = useDeletedNotice();
  const focus = useFocusAfter('main [data-shortcut="search"]', 'main [data-shortcut="new"]');
  const [left, setLeft] = useState(entries);
  const [progress, setProgress] = useState<Progress>();
  const [stopped, setStopped] = useState<string>();

  async function confirm() {
    setStopped(undefined);
    const outcome = await inTurn(left, remove, setProgress);
    setProgress(undefined);
    const gone = new Set(outcome.done.map(({ id }) => id));
    queryClient.setQueryData<ListedEntry[]>(queryKeys.entries, (all) => all?.filter(({ id }) => !gone.has(id)));
    void queryClient.invalidateQueries({ queryKey: queryKeys.entries });
    void queryClient.invalidateQueries({ queryKey: queryKeys.stats });
    if (gone.size > 0) {
      const what = entryCount(gone.size);
      tellDeleted({ ids: [...gone], name: what, message: `${what} ${gone.size === 1 ? "was" : "were"} deleted` });
    }
    onDone(outcome.failed.map(({ id }) => id));
    if (outcome.failed.length === 0) return focus.arm();
    setLeft(outcome.failed);
    setStopped(partlyDone(outcome, "deleted"));
    return false;
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${entryCount(left.length)}?`}
      confirmLabel={`Delete ${entryCount(left.length)}`}
      onConfirm={confirm}
    >
      <ul className="list-disc space-y-1 pl-5">
        {left.slice(0, left.length > namedMax + 1 ? namedMax : left.length).map((entry) => (
          <li key={entry.id} className="break-words">
            {entryName(entry)}
          </li>
        ))}
        {left.length > namedMax + 1 && <li>and {left.length - namedMax} more</li>}
      </ul>
      <p>You can restore {left.length === 1 ? "it" : "them"} from the trash.</p>
      <ProgressLine doing="Deleting" progress={progress} />
      {stopped && <ErrorNote error={stopped} />}
    </ConfirmDialog>
  );
}
