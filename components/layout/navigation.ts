import {
  Folder,
  FileCode2,
  Gauge,
  History,
  KeyRound,
  Settings,
  ShieldCheck,
  Trash2,
  Users,
  Vault,
  type LucideIcon,
} from "lucide-react";
import type { Scope } from "@/lib/contracts/access/scopes";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { useActiveVault } from "@/lib/client/hooks/address/use-active-vault";
import { pathInVault, activeVaultOf, teamPath } from "@/lib/client/vaults/active-vault";

type Destination = {
  href: string;
  label: string;
  /** In the bar of a phone, which has room for six. The others are in the menus there. */ short?: string;
  icon: LucideIcon;
  key: string;
  needs?: Scope;
};

/** Every page of the dashboard, in the order people see it; `key` follows `g` on the keyboard. */
const navigation: readonly Destination[] = [
  { href: "/", label: "Overview", short: "Overview", icon: Gauge, key: "o" },
  { href: "/vault", label: "Vault", short: "Vault", icon: Vault, key: "v" },
  { href: "/projects", label: "Projects", short: "Projects", icon: Folder, key: "p" },
  { href: "/2fa", label: "Two-factor codes", short: "2FA", icon: ShieldCheck, key: "t", needs: "2fa:read" },
  { href: "/envs", label: "Env projects", short: "Envs", icon: FileCode2, key: "e" },
  { href: "/access-keys", label: "Access keys", short: "Keys", icon: KeyRound, key: "a" },
  { href: "/activity", label: "Activity", icon: History, key: "l", needs: "activity:read" },
  { href: "/trash", label: "Trash", icon: Trash2, key: "d" },
  { href: "/settings", label: "Settings", icon: Settings, key: "s" },
];

/** The pages of this vault. A team has its own settings; one's account has none there. */
export function useNavigation(): readonly Destination[] {
  const activeVault = useActiveVault();
  const { may } = useRights();
  if (activeVault === null) return navigation;
  return navigation
    .filter(({ needs }) => !needs || may(needs))
    .map((page) =>
      page.href === "/settings" ? { ...page, href: teamPath(activeVault), label: "Team", icon: Users } : page,
    );
}

/** Whether a page of this path's vault is the one shown, or stands above it. */
export function isCurrent(href: string, pathname: string): boolean {
  const path = pathInVault(activeVaultOf(pathname), href);
  // A webhook's page stands below the settings, which lead to it.
  const webhook = pathname.indexOf("/webhooks/");
  const shown = webhook === -1 ? pathname : `${pathname.slice(0, webhook)}/settings`;
  return shown === path || (href !== "/" && shown.startsWith(`${path}/`));
}
