"use client";

import { Search } from "lucide-react";
import { Link } from "@/components/ui/buttons/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/class-names";
import { Kbd } from "@/components/ui/buttons/kbd";
import { Brand } from "./brand";
import { isCurrent, useNavigation } from "./navigation";
import { VaultSwitcher } from "./menus/vault-switcher";
import { useFindKeys } from "./shortcuts/use-shortcuts";
import { UserMenu } from "./menus/user-menu";

export type ShellCommands = { onSearch: () => void; onHelp: () => void; onNewTeam: () => void };

/** Navigation on wide screens. */
export function Sidebar({ onSearch, onHelp, onNewTeam }: ShellCommands) {
  const navigation = useNavigation();
  const pathname = usePathname();
  return (
    <aside className="sticky top-0 hidden h-dvh w-56 shrink-0 flex-col border-r border-line bg-rail lg:flex">
      <Link href="/" className="mx-2 mt-3 rounded-md px-2 py-1.5" aria-label="Overview">
        <Brand />
      </Link>
      <VaultSwitcher onNewTeam={onNewTeam} className="mx-3 mt-4 border border-line bg-surface" />
      <button
        type="button"
        aria-keyshortcuts={useFindKeys()}
        onClick={onSearch}
        className="mx-3 mt-2 flex h-control items-center gap-2 rounded-md border border-line bg-surface px-2.5 text-sm text-muted transition-colors hover:border-edge hover:text-ink"
      >
        <Search aria-hidden className="size-4" />
        <span className="flex-1 text-left">Find</span>
        <Kbd>K</Kbd>
      </button>
      <nav aria-label="Pages" className="mt-4 flex-1 space-y-0.5 overflow-y-auto px-3">
        {navigation.map(({ href, label, icon: Icon }) => {
          const current = isCurrent(href, pathname);
          return (
            <Link
              key={href}
              href={href}
              aria-current={current ? "page" : undefined}
              className={cn(
                "relative flex h-control items-center gap-2.5 rounded-md px-2.5 text-sm transition-colors",
                current
                  ? "bg-surface font-medium text-ink ring-1 ring-line before:absolute before:inset-y-1.5 before:-left-3 before:w-0.75 before:rounded-r-full before:bg-accent"
                  : "text-muted hover:bg-sunken hover:text-ink",
              )}
            >
              <Icon aria-hidden className={cn("size-4", current && "text-accent-ink")} />
              {label}
            </Link>
          );
        })}
      </nav>
      <div className="border-t border-line p-2">
        <UserMenu onHelp={onHelp} />
      </div>
    </aside>
  );
}
