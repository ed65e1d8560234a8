"use client";

import { Search } from "lucide-react";
import { Link } from "@/components/ui/buttons/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/class-names";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { BrandMark } from "./brand";
import { isCurrent, useNavigation } from "./navigation";
import { VaultSwitcher } from "./menus/vault-switcher";
import type { ShellCommands } from "./sidebar";
import { useFindKeys } from "./shortcuts/use-shortcuts";
import { UserMenu } from "./menus/user-menu";

/** Brand, vault, search and account on narrow screens. */
export function TopBar({ onSearch, onHelp, onNewTeam }: ShellCommands) {
  return (
    <header className="sticky top-0 z-20 flex h-(--bar) items-center gap-1 border-b border-line bg-rail px-2 lg:hidden">
      <Link href="/" aria-label="Overview" className="grid size-control shrink-0 place-items-center rounded-md">
        <BrandMark />
      </Link>
      <div className="flex min-w-0 flex-1">
        <VaultSwitcher onNewTeam={onNewTeam} />
      </div>
      <IconButton label="Find" icon={<Search />} onClick={onSearch} tooltip={false} aria-keyshortcuts={useFindKeys()} />
      <UserMenu onHelp={onHelp} compact />
    </header>
  );
}

export function BottomBar() {
  const pathname = usePathname();
  // Settings are in the account menu, the others beside the vault's name, so that six targets stay wide enough at 320 px.
  const tabs = useNavigation().filter(({ short }) => short);
  return (
    <nav
      aria-label="Pages"
      className="fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col border-t border-line bg-rail pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {tabs.map(({ href, label, short, icon: Icon }) => {
        const current = isCurrent(href, pathname);
        return (
          <Link
            key={href}
            href={href}
            aria-label={label}
            aria-current={current ? "page" : undefined}
            className={cn(
              "relative flex h-(--bar) flex-col items-center justify-center gap-0.5 text-2xs font-medium focus-visible:-outline-offset-2",
              current
                ? "text-accent-ink before:absolute before:inset-x-4 before:top-0 before:h-0.5 before:rounded-b-full before:bg-accent"
                : "text-muted",
            )}
          >
            <Icon aria-hidden className="size-4.5" />
            {short}
          </Link>
        );
      })}
    </nav>
  );
}
