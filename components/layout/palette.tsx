"use client";

import { useEffect, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { onDemand } from "@/components/ui/on-demand";
import { whenIdle } from "@/lib/client/when-idle";
import { PaletteBar, paletteField, paletteListHeight } from "./palette-bar";

const CommandPalette = onDemand(
  () => import("./command-palette"),
  ({ search, onSearch }) => (
    <>
      <PaletteBar>
        <input aria-label="Find" value={search} onChange={(event) => onSearch(event.target.value)} {...paletteField} />
      </PaletteBar>
      <div className={`h-dvh ${paletteListHeight}`} />
    </>
  ),
);

/** Opens at once and accepts input from the first key on; the search itself loads when the page is idle, or now. */
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
