"use client";

import { useEffect, useState, type KeyboardEvent } from "react";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { onDemand } from "@/components/ui/states/on-demand";
import { whenIdle } from "@/lib/client/browser/when-idle";
import { PaletteBar, paletteField, paletteListHeight, type PaletteProps } from "./palette-bar";

const CommandPalette = onDemand(
  () => import("./command-palette"),
  ({ search, onSearch, onKey }) => (
    <>
      <PaletteBar>
        <input
          aria-label="Find"
          value={search}
          onChange={(event) => onSearch(event.target.value)}
          onKeyDown={onKey}
          {...paletteField}
        />
      </PaletteBar>
      <div className={`h-dvh ${paletteListHeight}`} />
    </>
  ),
);

/** Opens at once and accepts input from the first key on; the search itself loads when the page is idle, or now. */
export function Palette({ open, ...rest }: { open: boolean } & OpenPaletteProps) {
  useEffect(() => whenIdle(CommandPalette.preload), []);
  return open ? <OpenPalette {...rest} /> : null;
}

type OpenPaletteProps = Pick<PaletteProps, "onClose" | "onHelp" | "onNewTeam">;

function OpenPalette(props: OpenPaletteProps) {
  const [search, setSearch] = useState("");
  const [lastKey, setLastKey] = useState<KeyboardEvent>();
  const change = (text: string) => {
    setSearch(text);
    // Enter meant what was there: a text that is pasted with the mouse is not sent by it.
    setLastKey(undefined);
  };
  return (
    <Dialog open onOpenChange={props.onClose} title="Find" titleHidden>
      <CommandPalette search={search} onSearch={change} lastKey={lastKey} onKey={setLastKey} {...props} />
    </Dialog>
  );
}
