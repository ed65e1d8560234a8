import { BookOpen, Keyboard, LogOut, Monitor, Moon, Settings, Sun } from "lucide-react";
import { MenuItem, MenuSeparator } from "@/components/ui/buttons/menu";
import { useTheme } from "@/lib/client/hooks/use-theme";
import { signOut } from "@/lib/client/session/end/sign-out";
import { themes, type Theme } from "@/lib/client/browser/theme";

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

export type UserMenuItemsProps = {
  /** Shown above the items where the trigger does not. */ address: string | undefined;
  /** When the session ends in any case. */ expires: string | undefined;
  onHelp: () => void;
};

export default function UserMenuItems({ address, expires, onHelp }: UserMenuItemsProps) {
  const [theme, setTheme] = useTheme();
  return (
    <>
      {address && <p className="max-w-64 truncate px-2 py-1.5 text-xs text-muted">{address}</p>}
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
      <MenuItem icon={<LogOut />} onSelect={() => leave(expires)}>
        Sign out
      </MenuItem>
    </>
  );
}
