"use client";

import { ChevronsUpDown, UserRound, Users } from "lucide-react";
import { useEffect } from "react";
import { cn } from "@/components/ui/class-names";
import { Menu, MenuWaiting } from "@/components/ui/buttons/menu";
import { onDemand } from "@/components/ui/states/on-demand";
import { useActiveVault } from "@/lib/client/hooks/address/use-active-vault";
import { useTeamHere } from "@/lib/client/hooks/reveal/use-rights";
import { onceLoaded } from "@/lib/client/browser/once-loaded";
import { ownVault } from "@/lib/client/vaults/active-vault";

const VaultMenu = onDemand(() => import("./vault-menu"), <MenuWaiting />);

/** Whose vault this is, and the way to the others. */
export function VaultSwitcher({ onNewTeam, className }: { onNewTeam: () => void; className?: string }) {
  const activeVault = useActiveVault();
  const here = useTeamHere();
  useEffect(() => onceLoaded(VaultMenu.preload), []);
  const name = activeVault === null ? ownVault : (here?.name ?? "Team");
  const Icon = activeVault === null ? UserRound : Users;
  return (
    <Menu
      label="Vaults"
      align="start"
      trigger={(props) => (
        <button
          type="button"
          {...props}
          aria-label={`Vault: ${name}`}
          className={cn(
            "flex h-control min-w-0 items-center gap-2 rounded-md px-2.5 text-left text-sm transition-colors hover:bg-sunken aria-expanded:bg-sunken",
            className,
          )}
        >
          <Icon
            aria-hidden
            className={cn("size-4 shrink-0", activeVault === null ? "text-muted" : "text-accent-ink")}
          />
          <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
        </button>
      )}
    >
      <VaultMenu onNewTeam={onNewTeam} />
    </Menu>
  );
}
