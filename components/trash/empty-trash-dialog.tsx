"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/dialogs/confirm-dialog";
import { toast } from "@/components/ui/toasts/toast";
import { countText } from "@/lib/client/words/count-text";
import { historyKeys } from "@/lib/client/http/queries/history-keys";
import { emptyTrash } from "@/lib/client/http/resources/trash-api";
import { useFocusAfter } from "@/lib/client/hooks/use-focus-after";

/** `count`: of the things in it that this person may delete. */
export default function EmptyTrashDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const queryClient = useQueryClient();
  const focus = useFocusAfter("main [data-restore]", "#content");
  async function confirm() {
    await emptyTrash({});
    focus.arm();
    await queryClient.invalidateQueries({ queryKey: historyKeys.trash });
    toast.success("The trash was emptied");
  }
  return (
    <ConfirmDialog open onOpenChange={onClose} title="Empty the trash?" confirmLabel="Empty trash" onConfirm={confirm}>
      <p>
        This permanently deletes{" "}
        <strong className="font-semibold">{count === 1 ? "1 thing" : `${countText(count)} things`}</strong>, with
        everything that went with {count === 1 ? "it" : "them"}.
      </p>
      <p>This can’t be undone. Only a server backup could restore {count === 1 ? "it" : "them"}.</p>
    </ConfirmDialog>
  );
}
