"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/dialogs/confirm-dialog";
import { toast } from "@/components/ui/toasts/toast";
import { ApiError } from "@/lib/client/http/api-error";
import { historyKeys } from "@/lib/client/http/queries/history-keys";
import { deleteFromTrash } from "@/lib/client/http/resources/trash-api";
import { useFocusAfter } from "@/lib/client/hooks/use-focus-after";
import type { TrashItem } from "@/lib/contracts/vault/trash";
import { trashName, trashNameInside, withContents } from "./trash-words";

export default function DeletePermanentlyDialog({ item, onClose }: { item: TrashItem; onClose: () => void }) {
  const queryClient = useQueryClient();
  const focus = useFocusAfter("main [data-restore]", "#content");
  const { id, contents, kind } = item;
  const name = trashName(item);
  async function confirm() {
    try {
      await deleteFromTrash({ params: { id } });
    } catch (error) {
      // Restored or gone meanwhile: the list shows which.
      if (!(error instanceof ApiError && error.code === "TRASH_ITEM_NOT_FOUND")) throw error;
      await queryClient.invalidateQueries({ queryKey: historyKeys.trash });
      return void toast.info(`${name} was no longer in the trash`);
    }
    focus.arm();
    await queryClient.invalidateQueries({ queryKey: historyKeys.trash });
    toast.success(`${name} was deleted permanently`);
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${trashNameInside(item)} permanently?`}
      confirmLabel="Delete permanently"
      onConfirm={confirm}
    >
      <p>
        This permanently deletes <strong className="font-semibold break-words">{trashNameInside(item)}</strong>
        {withContents(kind, contents)} and all of its versions.
      </p>
      <p>This can’t be undone. Only a server backup could restore it.</p>
    </ConfirmDialog>
  );
}
