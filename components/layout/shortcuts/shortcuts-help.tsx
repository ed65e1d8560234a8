"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/inputs/checkbox";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { Kbd } from "@/components/ui/buttons/kbd";
import { modifierKey } from "./modifier-key";
import { useNavigation } from "../navigation";
import { setShortcutsEnabled, shortcutsEnabled } from "./shortcut-setting";

type Rows = readonly (readonly [keys: readonly string[], what: string])[];

const general = (modifier: string): Rows => [
  [[modifier, "K"], "Find anything"],
  [[modifier, "Enter"], "Copy the selected result"],
  [["/"], "Search on this page"],
  [["n"], "Create on this page"],
  [[modifier, "Z"], "Undo a deletion or an import"],
  [["?"], "Show this list"],
  [["Esc"], "Close what is open"],
];

const inLists: Rows = [
  [["↓"], "From the search (or Enter)"],
  [["j"], "Next (or ↓)"],
  [["k"], "Previous (or ↑)"],
  [["Enter"], "Open"],
  [["c"], "Copy"],
  [["r"], "Show or hide"],
  [["e"], "Edit"],
  [["x"], "Select"],
  [["←", "→"], "Left and right in a table"],
];

export default function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const pages = useNavigation().map(({ key, label }): Rows[number] => [["g", key], label]);
  const modifier = modifierKey();
  const [enabled, setEnabled] = useState(shortcutsEnabled);
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard shortcuts">
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <div className="space-y-5">
          <Shortcuts title="Anywhere" rows={general(modifier)} />
          <Shortcuts title="In a list" rows={inLists} />
        </div>
        <Shortcuts title="Go to" rows={pages} />
      </div>
      <div className="mt-4 border-t border-line pt-2">
        <Checkbox
          label="Single-key shortcuts"
          description={`${modifier} K works either way.`}
          checked={enabled}
          onChange={(event) => {
            setEnabled(event.target.checked);
            setShortcutsEnabled(event.target.checked);
          }}
        />
      </div>
    </Dialog>
  );
}

function Shortcuts({ title, rows }: { title: string; rows: Rows }) {
  return (
    <section>
      <h3 className="legend mb-1.5">{title}</h3>
      <dl className="space-y-1">
        {rows.map(([keys, what]) => (
          <div key={what} className="flex min-h-7 items-center justify-between gap-3 text-sm">
            <dt>{what}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
