"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeletedNotice } from "@/components/history/use-deleted-notice";
import { LeavingNote } from "@/components/references/leaving-note";
import { ConfirmDialog } from "@/components/ui/dialogs/confirm-dialog";
import { deleteCategory } from "@/lib/client/http/api";
import { entriesQuery } from "@/lib/client/http/queries/queries";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { ApiError } from "@/lib/client/http/api-error";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import { useShownVersion } from "@/lib/client/hooks/reveal/use-shown-version";
import type { KeyCategory } from "@/lib/contracts/vault/categories";
import type { ListedEntry } from "@/lib/contracts/vault/entries";

/** Says how many entries are deleted too, and asks to type the name if there are any. */
export default function DeleteCategory({
  category,
  onDeleted,
  onClose,
}: {
  category: KeyCategory;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const isThere = useIsThere();
  const tellDeleted = useDeletedNotice();
  const atShown = useShownVersion(category);
  const { data: entries } = useQuery(entriesQuery);
  const { id, name, envVarName } = category;
  const inIt = entries?.filter(({ categoryId }) => categoryId === id).map((entry) => entry.id);
  const count = inIt?.length;
  const all = count === undefined ? "all its entries" : count === 1 ? "its 1 entry" : `its ${count} entries`;

  async function confirm() {
    try {
      await atShown((only) => deleteCategory({ params: { id } }, only));
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "CATEGORY_NOT_FOUND")) throw error;
    }
    queryClient.setQueryData<ListedEntry[]>(queryKeys.entries, (all) =>
      all?.filter((entry) => entry.categoryId !== id),
    );
    queryClient.setQueryData<KeyCategory[]>(queryKeys.categories, (all) => all?.filter((other) => other.id !== id));
    for (const queryKey of [queryKeys.categories, queryKeys.entries, queryKeys.stats])
      void queryClient.invalidateQueries({ queryKey });
    tellDeleted({
      ids: [id],
      name: `The category ${name}`,
      message: count ? `The category ${name} was deleted with ${all}` : `The category ${name} was deleted`,
    });
    if (isThere()) onDeleted();
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete the category ${name}?`}
      confirmLabel="Delete category"
      onConfirm={confirm}
      {...(count !== 0 && { typeToConfirm: name })}
    >
      {count === 0 ? (
        <p>
          This deletes the category
          {envVarName && (
            <>
              {" "}
              that sets <span className="font-mono break-all">{envVarName}</span>
            </>
          )}
          . It has no entries. You can restore it from the trash.
        </p>
      ) : (
        <p>
          This deletes the category
          {envVarName && (
            <>
              {" "}
              that sets <span className="font-mono break-all">{envVarName}</span>
            </>
          )}{" "}
          and <strong className="font-semibold">{all}</strong>, with {count === 1 ? "its value" : "their values"}. You
          can restore them together from the trash.
        </p>
      )}
      {inIt && <LeavingNote entryIds={inIt} going="deleted" />}
    </ConfirmDialog>
  );
}
