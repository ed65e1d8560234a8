"use client";

import { useState, type ReactNode } from "react";
import { onDemand } from "@/components/ui/states/on-demand";
import { BottomBar, TopBar } from "./mobile-bars";
import { OfflineNotice } from "./notices/offline-notice";
import { Palette } from "./palette/palette";
import { Sidebar } from "./sidebar";
import { useShortcuts } from "./shortcuts/use-shortcuts";

const ShortcutsHelp = onDemand(() => import("./shortcuts/shortcuts-help"));

export type ShellProps = {
  /** The dialog that makes a team: a feature, passed in by the pages. */
  newTeam: (props: { onClose: () => void }) => ReactNode;
  children: ReactNode;
};

/** The layout around every signed-in page. */
export function Shell({ newTeam, children }: ShellProps) {
  const [opened, setOpened] = useState<"palette" | "help" | "new-team">();
  // Stable, so that the key listener is attached once.
  const [commands] = useState(() => ({
    onSearch: () => setOpened("palette"),
    onHelp: () => setOpened("help"),
    onNewTeam: () => setOpened("new-team"),
  }));
  useShortcuts(commands);
  const close = () => setOpened(undefined);
  return (
    <div className="lg:flex">
      <a
        href="#content"
        className="sr-only rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-30"
      >
        Skip to content
      </a>
      <Sidebar {...commands} />
      <div className="min-w-0 flex-1">
        <TopBar {...commands} />
        <OfflineNotice />
        <main
          id="content"
          tabIndex={-1}
          className="pb-[calc(var(--bar)+env(safe-area-inset-bottom))] focus-visible:outline-none lg:pb-0"
        >
          {children}
        </main>
      </div>
      <BottomBar />
      <Palette open={opened === "palette"} onClose={close} onHelp={commands.onHelp} onNewTeam={commands.onNewTeam} />
      {opened === "help" && <ShortcutsHelp onClose={close} />}
      {opened === "new-team" && newTeam({ onClose: close })}
    </div>
  );
}
