import { useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/dialogs/confirm-dialog";
import { toast } from "@/components/ui/toasts/toast";
import { deletePasskey } from "@/lib/client/http/resources/account-api";
import { orGone } from "@/lib/client/http/or-gone";
import { longDate } from "@/lib/client/words/dates";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import type { Passkey } from "@/lib/contracts/people/passkeys";

export default function DeletePasskeyDialog({
  passkey: { id, name, createdAt },
  onClose,
}: {
  passkey: Passkey;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  async function confirm() {
    await orGone(deletePasskey({ params: { id } }), "PASSKEY_NOT_FOUND");
    await Promise.all(
      [queryKeys.passkeys, queryKeys.account].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
    toast.success(`The passkey ${name} was deleted`);
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete the passkey ${name}?`}
      confirmLabel="Delete passkey"
      onConfirm={confirm}
    >
      <p>
        It was added on {longDate(createdAt)} and will no longer sign you in here. Your device may still offer it:
        remove it there as well.
      </p>
    </ConfirmDialog>
  );
}
