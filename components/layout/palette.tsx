"use client";

import { useEffect, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { onDemand } from "@/components/ui/on-demand";
import { whenIdle } from "@/lib/client/when-idle";
import { PaletteBar, paletteField, paletteListHeight, type PaletteProps } from "./palette-bar";

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
export function Palette({ open, ...rest }: { open: boolean } & Omit<PaletteProps, "search" | "onSearch">) {
  useEffect(() => whenIdle(CommandPalette.preload), []);
  return open ? <OpenPalette {...rest} /> : null;
}

function OpenPalette(props: Omit<PaletteProps, "search" | "onSearch">) {
  const [search, setSearch] = useState("");
  return (
    <Dialog open onOpenChange={props.onClose} title="Find" titleHidden>
      <CommandPalette search={search} onSearch={setSearch} {...props} />
    </Dialog>
  );
}
