"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { deleteTwoFactorToken } from "@/lib/client/api";
import { useShownVersion } from "@/lib/client/use-shown-version";
import type { TwoFactorToken } from "@/lib/contracts/two-factor";
import { useFocusAfter } from "@/lib/client/use-focus-after";
import { useRefreshTokens } from "./use-two-factor-tokens";

export default function DeleteTokenDialog({ token, onDeleted, onClose }: { token: TwoFactorToken; onDeleted: (id: string) => void; onClose: () => void }) {
  const refresh = useRefreshTokens();
  const atShown = useShownVersion(token);
  // The card that opened this is gone then.
  const focus = useFocusAfter('main [data-shortcut="search"]', 'main [data-shortcut="new"]');
  async function confirm() {
    await atShown((only) => deleteTwoFactorToken({ params: { id: token.id } }, only));
    onDeleted(token.id);
    await refresh();
    toast.success(`${token.service} was deleted`);
    focus.arm();
  }
  return (
    <ConfirmDialog open onOpenChange={onClose} title={`Delete ${token.service}?`} confirmLabel="Delete token" onConfirm={confirm}>
      <p>
        The secret of <strong>{token.service}</strong> ({token.accountName}) is deleted, and no code can be made from it any more.
      </p>
      <p>Make sure that you can still sign in there: switch two-factor off first, or keep its recovery codes.</p>
    </ConfirmDialog>
  );
}
