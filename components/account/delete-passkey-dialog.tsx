import { useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { deletePasskey } from "@/lib/client/account-api";
import { queryKeys } from "@/lib/client/query-keys";
import type { Passkey } from "@/lib/contracts/passkeys";

export default function DeletePasskeyDialog({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const queryClient = useQueryClient();
  async function confirm() {
    await deletePasskey({ params: { id } });
    await Promise.all([queryKeys.passkeys, queryKeys.account].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    toast.success(`${name} was deleted`);
  }
  return (
    <ConfirmDialog open onOpenChange={onClose} title={`Delete ${name}?`} confirmLabel="Delete passkey" onConfirm={confirm}>
      <p>It signs you in here no more. The device may go on to offer it: remove it there as well.</p>
    </ConfirmDialog>
  );
}
