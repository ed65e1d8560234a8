"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/dialogs/confirm-dialog";
import { toast } from "@/components/ui/toasts/toast";
import { orGone } from "@/lib/client/http/or-gone";
import { unlinkIdentity } from "@/lib/client/http/resources/account-api";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import type { Identity } from "@/lib/contracts/people/identities";

export default function UnlinkDialog({
  identity,
  name,
  onClose,
}: {
  identity: Identity;
  name: string;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  async function unlink() {
    await orGone(unlinkIdentity({ params: { id: identity.id } }), "IDENTITY_NOT_FOUND");
    await queryClient.invalidateQueries({ queryKey: queryKeys.identities });
    toast.success(`${name} was unlinked`);
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Unlink ${name}?`}
      confirmLabel={`Unlink ${name}`}
      onConfirm={unlink}
    >
      <p>
        The identity <span className="font-mono break-all">{identity.subject}</span> will no longer sign you in here.
        You can link it again at any time.
      </p>
    </ConfirmDialog>
  );
}
