"use client";

import { BookOpen, ChevronsUpDown, Keyboard, LogOut, Monitor, Moon, Settings, Sun, UserRound } from "lucide-react";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { IconButton } from "@/components/ui/icon-button";
import { signOut } from "@/lib/client/session/session";
import { themes, type Theme } from "@/lib/client/theme";
import { useSession } from "@/lib/client/session/use-session";
import { useTheme } from "@/lib/client/hooks/use-theme";
import { isPlaceholderEmail } from "@/lib/contracts/placeholder-email";

const themeNames: Record<Theme, [label: string, icon: typeof Sun]> = {
  system: ["System theme", Monitor],
  light: ["Light theme", Sun],
  dark: ["Dark theme", Moon],
};

/** Asks here too if closing the page would ask: signing out clears it. */
function leave(until: string | undefined) {
  const unsaved = !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  if (!unsaved || window.confirm("Sign out and lose unsaved changes?")) void signOut(until);
}

export function UserMenu({ onHelp, compact = false }: { onHelp: () => void; compact?: boolean }) {
  const session = useSession();
  const [theme, setTheme] = useTheme();
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
      {compact && address && <p className="max-w-64 truncate px-2 py-1.5 text-xs text-muted">{address}</p>}
      <MenuItem icon={<Settings />} href="/settings">
        Settings
      </MenuItem>
      <MenuItem icon={<BookOpen />} href="/docs">
        API reference
      </MenuItem>
      <MenuItem icon={<Keyboard />} hint="?" onSelect={onHelp}>
        Keyboard shortcuts
      </MenuItem>
      <MenuSeparator />
      {themes.map((choice) => {
        const [label, Icon] = themeNames[choice];
        return (
          <MenuItem key={choice} icon={<Icon />} checked={choice === theme} onSelect={() => setTheme(choice)}>
            {label}
          </MenuItem>
        );
      })}
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={() => leave(session.data?.expires)}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
