"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { deleteEntry } from "@/lib/client/api";
import { environmentLabels } from "@/lib/client/labels";
import { queryKeys } from "@/lib/client/query-keys";
import { Refusal } from "@/lib/client/refusal";
import type { ListedEntry } from "@/lib/contracts/entries";

/** `onDeleted` comes while its row is still drawn, so that a neighbour can be found. */
export default function DeleteEntry({ entry, onDeleted, onClose }: { entry: ListedEntry; onDeleted: () => void; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { id, name, category, environment } = entry;
  async function confirm() {
    try {
      await deleteEntry({ params: { id } });
    } catch (error) {
      // Gone already, in another tab perhaps: what was asked for holds.
      if (!(error instanceof Refusal && error.code === "ENTRY_NOT_FOUND")) throw error;
    }
    onDeleted();
    queryClient.setQueryData<ListedEntry[]>(queryKeys.entries, (entries) => entries?.filter((other) => other.id !== id));
    void queryClient.invalidateQueries({ queryKey: queryKeys.entries });
    void queryClient.invalidateQueries({ queryKey: queryKeys.stats });
    toast.success(`${name} was deleted`);
  }
  return (
    <ConfirmDialog open onOpenChange={onClose} title={`Delete ${name}?`} confirmLabel="Delete entry" onConfirm={confirm}>
      <p>
        The {category.name} value of <strong className="font-semibold break-words">{name}</strong>
        {environment && <> for {environmentLabels[environment].toLowerCase()}</>} goes, with its notes. It can’t be brought back.
      </p>
    </ConfirmDialog>
  );
}
