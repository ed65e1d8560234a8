"use client";

import { Search } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { onDemand } from "@/components/ui/on-demand";
import { whenIdle } from "@/lib/client/when-idle";

export type PaletteProps = { search: string; onSearch: (search: string) => void; onClose: () => void; onHelp: () => void };

/** Shared by the field that waits and the one that finds, so that nothing moves when they change places. */
export const paletteField = { placeholder: "Find a page, entry, code, project…", maxLength: 200, className: "h-12 min-w-0 flex-1 bg-transparent text-lg focus-visible:outline-none" };
export const paletteListHeight = "max-h-[min(60dvh,26rem)]";

export function PaletteBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky top-0 flex items-center gap-2.5 border-b border-line bg-surface px-4">
      <Search aria-hidden className="size-4 text-muted" />
      {children}
      <Kbd>Esc</Kbd>
    </div>
  );
}

const CommandPalette = onDemand(() => import("./command-palette"), ({ search, onSearch }) => (
  <>
    <PaletteBar>
      <input aria-label="Find" value={search} onChange={(event) => onSearch(event.target.value)} {...paletteField} />
    </PaletteBar>
    <div className={`h-dvh ${paletteListHeight}`} />
  </>
));

/** Opens at once and takes what is typed from the first key on; what finds it comes when the page is idle, or now. */
export function Palette({ open, onClose, onHelp }: { open: boolean; onClose: () => void; onHelp: () => void }) {
  useEffect(() => whenIdle(CommandPalette.preload), []);
  return open ? <OpenPalette onClose={onClose} onHelp={onHelp} /> : null;
}

function OpenPalette({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const [search, setSearch] = useState("");
  return (
    <Dialog open onOpenChange={onClose} title="Find" titleHidden>
      <CommandPalette search={search} onSearch={setSearch} onClose={onClose} onHelp={onHelp} />
    </Dialog>
  );
}
