"use client";

import { ChevronsUpDown, UserRound } from "lucide-react";
import { useEffect } from "react";
import { Menu, MenuWaiting } from "@/components/ui/buttons/menu";
import { onDemand } from "@/components/ui/states/on-demand";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { onceLoaded } from "@/lib/client/browser/once-loaded";
import { useSession } from "@/lib/client/session/use-session";
import { isPlaceholderEmail } from "@/lib/contracts/people/placeholder-email";

const UserMenuItems = onDemand(() => import("./user-menu-items"), <MenuWaiting />);

export function UserMenu({ onHelp, compact = false }: { onHelp: () => void; compact?: boolean }) {
  const session = useSession();
  useEffect(() => onceLoaded(UserMenuItems.preload), []);
  const address = session.data && !isPlaceholderEmail(session.data.email) ? session.data.email : undefined;
  const name = session.data?.name ?? address ?? "Account";
  return (
    <Menu
      label="Account"
      side={compact ? "below" : "above"}
      align={compact ? "end" : "start"}
      trigger={(props) =>
        compact ? (
          <IconButton {...props} label={`Account: ${name}`} icon={<UserRound />} tooltip={false} />
        ) : (
          <button
            type="button"
            {...props}
            className="flex min-h-11 w-full items-center gap-2.5 rounded-md px-2 py-1 text-left transition-colors hover:bg-sunken aria-expanded:bg-sunken"
          >
            <span
              aria-hidden
              className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-ink uppercase"
            >
              {session.data ? name.slice(0, 1) : ""}
            </span>
            <span className="min-w-0 flex-1">
              <span className="block truncate text-sm font-medium">{name}</span>
              {session.data?.name && address && <span className="block truncate text-xs text-muted">{address}</span>}
            </span>
            <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
          </button>
        )
      }
    >
      <UserMenuItems address={compact ? address : undefined} expires={session.data?.expires} onHelp={onHelp} />
    </Menu>
  );
}
