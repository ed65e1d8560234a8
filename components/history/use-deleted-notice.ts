import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { toast } from "@/components/ui/toasts/toast";
import { ApiError } from "@/lib/client/http/api-error";
import { describeError } from "@/lib/client/http/describe-error";
import { historyKeys } from "@/lib/client/http/queries/history-keys";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { restoreFromTrash } from "@/lib/client/http/resources/trash-api";
import { entriesQuery } from "@/lib/client/http/queries/queries";
import { inTurn } from "@/lib/client/in-turn";
import type { TrashItem } from "@/lib/contracts/vault/trash";
import { restoredTwins } from "./restored-twins";

const { categories, entries, twoFactor, envProjects, stats } = queryKeys;
const { trash } = historyKeys;

/**
 * After things came back from the trash, or did not: refreshes all lists that may show them, and says which entries nobody
 * can tell from others now.
 */
export function useAfterRestoration(): (back: readonly TrashItem[]) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (back) => {
      await Promise.all(
        [categories, entries, twoFactor, envProjects, stats, trash].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
      if (!back.some(({ kind }) => kind === "entry" || kind === "category")) return;
      // Restored is restored: that the list can't be had changes nothing.
      const said = restoredTwins(back, await client.fetchQuery(entriesQuery).catch(() => []));
      if (said !== null) toast.error(said);
    },
    [client],
  );
}

const isNotInTrash = (error: unknown): boolean => error instanceof ApiError && error.code === "TRASH_ITEM_NOT_FOUND";

/** Why something could not be restored, in words. */
export function whyNotRestored(error: unknown, name: string): string {
  if (isNotInTrash(error))
    return `${name} is not in the trash. It was already restored or permanently deleted, or this vault has no trash.`;
  return `${name} was not restored. ${describeError(error).message}`;
}

/** What was deleted: one thing by its name, or several by their number. */
export type Deleted = {
  ids: readonly string[];
  /** As people know it, at the start of a sentence. */ name: string;
  message: string;
};

type AfterRestoration = ReturnType<typeof useAfterRestoration>;

/** What is left to restore of `count` things: all of them at first, then those for which it failed. */
type Undoing = {
  left: readonly string[];
  name: string;
  count: number;
  /** How many of them earlier attempts did not find in the trash. */ gone?: number;
};

/** Restores it, says what became of it, and offers to go on where it stopped. */
async function restore({ left, name, count, gone = 0 }: Undoing, afterRestoration: AfterRestoration): Promise<void> {
  const back: TrashItem[] = [];
  let missing = gone;
  const { failed, reason } = await inTurn(left, async (id) => {
    try {
      back.push(await restoreFromTrash({ params: { id } }));
    } catch (error) {
      // Of several, the others may be there.
      if (count === 1 || !isNotInTrash(error)) throw error;
      missing += 1;
    }
  });
  const again = () => void restore({ left: failed, name, count, gone: missing }, afterRestoration);
  const action = { label: "Try again", onSelect: again };
  if (failed.length > 0)
    toast.error(
      count === 1
        ? whyNotRestored(reason, name)
        : `${failed.length} of ${name} ${failed.length === 1 ? "was" : "were"} not restored. ${describeError(reason).message}`,
      isNotInTrash(reason) ? {} : { action },
    );
  else if (missing > 0)
    toast.error(
      `${missing} of ${name} ${missing === 1 ? "is" : "are"} not in the trash: already restored or permanently deleted, or this vault has no trash.`,
    );
  else toast.success(`${name} ${count === 1 ? "was" : "were"} restored`);
  // Also after a refusal: somebody else may have restored it.
  await afterRestoration(back);
}

/** Takes what was deleted back out of the trash, and says so. */
export function useUndoDeletion(): (deleted: Omit<Deleted, "message">) => Promise<void> {
  const afterRestoration = useAfterRestoration();
  return useCallback(
    ({ ids, name }) => restore({ left: ids, name, count: ids.length }, afterRestoration),
    [afterRestoration],
  );
}

/** Says that something was deleted, and offers to undo it. */
export function useDeletedNotice(): (deleted: Deleted) => void {
  const client = useQueryClient();
  const undo = useUndoDeletion();
  return useCallback(
    ({ message, ...deleted }) => {
      void client.invalidateQueries({ queryKey: trash });
      toast.success(message, { action: { label: "Undo", undoes: true, onSelect: () => void undo(deleted) } });
    },
    [client, undo],
  );
}
