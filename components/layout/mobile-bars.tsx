"use client";

import { Search } from "lucide-react";
import { Link } from "@/components/ui/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/class-names";
import { IconButton } from "@/components/ui/icon-button";
import { Brand } from "./brand";
import { isCurrent, navigation } from "./navigation";
import type { ShellCommands } from "./sidebar";
import { UserMenu } from "./user-menu";

/** Brand, search and account on narrow screens. */
export function TopBar({ onSearch, onHelp }: ShellCommands) {
  return (
    <header className="sticky top-0 z-20 flex h-(--bar) items-center gap-1 border-b border-line bg-rail pr-2 pl-4 lg:hidden">
      <Link href="/" aria-label="Overview" className="flex h-control min-w-0 flex-1 items-center rounded-md">
        <Brand />
      </Link>
      <IconButton label="Find" icon={<Search />} onClick={onSearch} tooltip={false} />
      <UserMenu onHelp={onHelp} compact />
    </header>
  );
}

/** Settings are in the account menu, so that five targets stay wide enough at 320 px. */
const tabs = navigation.filter(({ href }) => href !== "/settings");

export function BottomBar() {
  const pathname = usePathname();
  return (
    <nav
      aria-label="Pages"
      className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-5 border-t border-line bg-rail pb-[env(safe-area-inset-bottom)] lg:hidden"
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
