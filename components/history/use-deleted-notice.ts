import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { toast } from "@/components/ui/toast";
import { ApiError } from "@/lib/client/http/api-error";
import { describeError } from "@/lib/client/http/describe-error";
import { historyKeys } from "@/lib/client/http/history-keys";
import { queryKeys } from "@/lib/client/http/query-keys";
import { restoreFromTrash } from "@/lib/client/http/trash-api";

const { categories, entries, twoFactor, envProjects, stats } = queryKeys;
const { trash } = historyKeys;

/** After something went to the trash or came back from it: all lists that may show it. */
export function useRefreshAll(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await Promise.all(
      [categories, entries, twoFactor, envProjects, stats, trash].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  }, [client]);
}

/** Why something could not be restored, in words. */
export function whyNotRestored(error: unknown, name: string): string {
  if (error instanceof ApiError && error.code === "TRASH_ITEM_NOT_FOUND")
    return `${name} is not in the trash. It was restored already, it was deleted for good, or this vault keeps no trash.`;
  if (error instanceof ApiError && error.code === "ENV_FILE_TAKEN")
    return `${name} was not restored: the project has another file of this type by now. Delete that one first.`;
  return `${name} was not restored. ${describeError(error).message}`;
}

/** Says that a thing was deleted, and offers to undo it. `name`: as people know it, at the start of a sentence. */
export function useDeletedNotice(): (thing: { id: string; name: string; message: string }) => void {
  const client = useQueryClient();
  const refresh = useRefreshAll();
  return useCallback(
    ({ id, name, message }) => {
      async function undo() {
        try {
          await restoreFromTrash({ params: { id } });
          toast.success(`${name} was restored`);
        } catch (error) {
          toast.error(whyNotRestored(error, name));
        }
        // Also after a refusal: somebody else may have restored it.
        await refresh();
      }
      void client.invalidateQueries({ queryKey: trash });
      toast.success(message, { action: { label: "Undo", onSelect: () => void undo() } });
    },
    [client, refresh],
  );
}
