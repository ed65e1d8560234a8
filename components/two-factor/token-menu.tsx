import { Copy, FolderOutput, Pencil, Trash2 } from "lucide-react";
import { MenuItem, MenuSeparator } from "@/components/ui/buttons/menu";
import { useMoveTargets } from "@/lib/client/hooks/use-move-targets";
import { askToMove } from "@/lib/client/vaults/moving";
import type { TwoFactorToken } from "@/lib/contracts/vault/two-factor";

export type TokenMenuProps = {
  token: TwoFactorToken;
  /** The token's name for people. */ name: string;
  /** For those who may see codes. */ onCopy: (() => void) | undefined;
  copyLabel: string;
  /** For those who may change tokens. */ onEdit: ((token: TwoFactorToken) => void) | undefined;
  onDelete: (token: TwoFactorToken) => void;
};

export default function TokenMenu({ token, name, onCopy, copyLabel, onEdit, onDelete }: TokenMenuProps) {
  const movable = useMoveTargets("2fa:write").length > 0;
  return (
    <>
      {onCopy && (
        <MenuItem icon={<Copy />} onSelect={onCopy}>
          {copyLabel}
        </MenuItem>
      )}
      {onEdit && (
        <>
          <MenuItem icon={<Pencil />} onSelect={() => onEdit(token)}>
            Edit…
          </MenuItem>
          {movable && (
            <MenuItem
              icon={<FolderOutput />}
              onSelect={() => askToMove({ kind: "two-factor-token", ids: [token.id], name })}
            >
              Move to…
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => onDelete(token)}>
            Delete…
          </MenuItem>
        </>
      )}
    </>
  );
}
