"use client";

import { useDeletedNotice } from "@/components/history/use-deleted-notice";
import { ConfirmDialog } from "@/components/ui/dialogs/confirm-dialog";
import { deleteTwoFactorToken } from "@/lib/client/http/api";
import { orGone } from "@/lib/client/http/or-gone";
import { useShownVersion } from "@/lib/client/hooks/reveal/use-shown-version";
import type { TwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { useFocusAfter } from "@/lib/client/hooks/use-focus-after";
import { useRefreshTokens } from "./use-two-factor-tokens";

export default function DeleteTokenDialog({
  token,
  onDeleted,
  onClose,
}: {
  token: TwoFactorToken;
  onDeleted: (id: string) => void;
  onClose: () => void;
}) {
  const refresh = useRefreshTokens();
  const tellDeleted = useDeletedNotice();
  const atShown = useShownVersion(token);
  // The card that opened this no longer exists.
  const focus = useFocusAfter('main [data-shortcut="search"]', 'main [data-shortcut="new"]');
  const name = `${token.service} (${token.accountName})`;
  async function confirm() {
    await orGone(
      atShown((only) => deleteTwoFactorToken({ params: { id: token.id } }, only)),
      "TWO_FACTOR_NOT_FOUND",
    );
    onDeleted(token.id);
    await refresh();
    tellDeleted({ ids: [token.id], name, message: `${name} was deleted` });
    focus.arm();
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${name}?`}
      confirmLabel="Delete token"
      onConfirm={confirm}
    >
      <p>
        This deletes the secret of <strong>{name}</strong>. The vault can then no longer show its codes, unless you
        restore it from the trash.
      </p>
      <p>Make sure that you can still sign in there: turn two-factor off first, or keep its recovery codes.</p>
    </ConfirmDialog>
  );
}
