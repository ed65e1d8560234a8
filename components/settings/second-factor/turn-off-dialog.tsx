"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/dialogs/confirm-dialog";
import { toast } from "@/components/ui/toasts/toast";
import { removeSecondFactor } from "@/lib/client/http/resources/account-api";
import { queryKeys } from "@/lib/client/http/queries/query-keys";

export default function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  async function confirm() {
    await removeSecondFactor({});
    await queryClient.invalidateQueries({ queryKey: queryKeys.account, exact: true });
    toast.success("The second factor was turned off");
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Turn off the second factor?"
      confirmLabel="Turn off"
      onConfirm={confirm}
    >
      <p>
        Your password will then be the only protection. Your recovery codes and the code in your authenticator app stop
        working.
      </p>
    </ConfirmDialog>
  );
}
