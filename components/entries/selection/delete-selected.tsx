"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useDeletedNotice, useUndoDeletion } from "@/components/history/use-deleted-notice";
import { LeavingNote } from "@/components/references/leaving-note";
import { Button } from "@/components/ui/buttons/button";
import { ConfirmDialog } from "@/components/ui/dialogs/confirm-dialog";
import { ErrorNote } from "@/components/ui/states/error-state";
import { deleteEntry } from "@/lib/client/http/api";
import { ApiError } from "@/lib/client/http/api-error";
import { onlyAt } from "@/lib/client/http/precondition";
import { stillThere } from "@/lib/client/http/queries/fresh-entries";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { useFocusAfter } from "@/lib/client/hooks/use-focus-after";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
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

const named = (ids: readonly string[]) => ({ ids, name: entryCount(ids.length) });

/**
 * What the dialog has deleted so far. It is told with its Undo once the dialog is gone, since nothing under a dialog can be
 * reached; what is taken away is not told.
 */
function useDeletedSoFar() {
  const tellDeleted = useDeletedNotice();
  const soFar = useRef({ ids: [] as readonly string[], isOpen: true });
  const tell = useCallback(
    (ids: readonly string[]) =>
      ids.length > 0 &&
      tellDeleted({ ...named(ids), message: `${entryCount(ids.length)} ${ids.length === 1 ? "was" : "were"} deleted` }),
    [tellDeleted],
  );
  useEffect(() => {
    const { current } = soFar;
    current.isOpen = true;
    return () => {
      current.isOpen = false;
      tell(current.ids);
    };
  }, [tell]);
  return {
    add(ids: readonly string[]) {
      if (soFar.current.isOpen) soFar.current.ids = [...soFar.current.ids, ...ids];
      else tell(ids);
    },
    take(): readonly string[] {
      const { ids } = soFar.current;
      soFar.current.ids = [];
      return ids;
    },
  };
}

/** Deletes the selected entries; one notice undoes it for all of them. */
export default function DeleteSelected({ entries, onDone, onClose }: SelectedDialogProps) {
  const queryClient = useQueryClient();
  const focus = useFocusAfter('main [data-shortcut="search"]', 'main [data-shortcut="new"]');
  const [left, setLeft] = useState(entries);
  const [progress, setProgress] = useState<Progress>();
  const [stopped, setStopped] = useState<{ why: string; undoes: boolean }>();
  const deleted = useDeletedSoFar();
  const undo = useUndoDeletion();

  async function confirm() {
    setStopped(undefined);
    const { failed, reason } = await inTurn(left, remove, setProgress);
    setProgress(undefined);
    // At their versions of now: those that they had when the dialog opened would be refused again.
    const rest = failed.length > 0 ? await stillThere(queryClient, failed) : [];
    const done = left.filter(({ id }) => !rest.some((entry) => entry.id === id));
    const gone = new Set(done.map(({ id }) => id));
    queryClient.setQueryData<ListedEntry[]>(queryKeys.entries, (all) => all?.filter(({ id }) => !gone.has(id)));
    void queryClient.invalidateQueries({ queryKey: queryKeys.entries });
    void queryClient.invalidateQueries({ queryKey: queryKeys.stats });
    deleted.add([...gone]);
    onDone(rest.map(({ id }) => id));
    if (rest.length === 0) return focus.arm();
    setLeft(rest);
    const why = partlyDone({ done, failed: rest, reason }, "deleted", left);
    setStopped({ why, undoes: gone.size > 0 || stopped?.undoes === true });
    return false;
  }
  const takeBack = () => {
    const ids = deleted.take();
    onClose();
    void undo(named(ids));
  };

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
      <LeavingNote entryIds={left.map(({ id }) => id)} going="deleted" />
      <p>You can restore {left.length === 1 ? "it" : "them"} from the trash.</p>
      <ProgressLine doing="Deleting" progress={progress} />
      {stopped && <ErrorNote error={stopped.why} />}
      {stopped?.undoes && <Button onClick={takeBack}>Undo what was deleted</Button>}
    </ConfirmDialog>
  );
}
