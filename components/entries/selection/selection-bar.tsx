"use client";

import { FolderOutput, Pencil, Trash2, X } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { onDemand } from "@/components/ui/states/on-demand";
import { countText } from "@/lib/client/words/count-text";
import { useMoveTargets } from "@/lib/client/hooks/use-move-targets";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { askToMove } from "@/lib/client/vaults/moving";
import { onceLoaded } from "@/lib/client/browser/once-loaded";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { entryCount } from "./entry-count";
import { exportByIds, fitsEnv } from "./export-by-ids";
import type { Selection } from "./use-selection";

const ChangeSelected = onDemand(() => import("./change-selected"));
const DeleteSelected = onDemand(() => import("./delete-selected"));

/** As many as one request moves. */
const movedMax = 1_000;

/** What can be done with the selected entries: at the window's end, wherever the list is scrolled to. */
export default function SelectionBar({ selection, total }: { selection: Selection; total: number }) {
  const { entries, all, keep, stop } = selection;
  const { may } = useRights();
  const movable = useMoveTargets("entries:write").length > 0;
  // A dialog works on what was selected when it opened: rows that are gone meanwhile must not change its numbers.
  const [dialog, setDialog] = useState<{ kind: "change" | "delete"; entries: readonly ListedEntry[] }>();
  useEffect(() => onceLoaded(DeleteSelected.preload), []);
  const none = entries.length === 0;
  const exported = entries.filter(fitsEnv).map(({ id }) => id);
  const open = (kind: "change" | "delete") => setDialog({ kind, entries });
  const shared = dialog && { entries: dialog.entries, onDone: keep, onClose: () => setDialog(undefined) };
  return (
    <section
      aria-label="Selection"
      className="sticky bottom-[calc(var(--bar)+env(safe-area-inset-bottom)+0.5rem)] @container z-10 rounded-lg border border-line bg-surface px-3 py-2 shadow-sheet lg:bottom-3"
    >
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="text-sm font-medium">
          {none ? "Nothing selected" : `${countText(entries.length)} selected`}
        </p>
        {entries.length < total && (
          <Button size="small" onClick={all}>
            Select all {countText(total)}
          </Button>
        )}
        {/* On a phone the words stand under their icons, so that all are in one line; where a bar has little room, without them. */}
        <div className="order-1 flex w-full items-center gap-1 max-sm:[&_button]:h-11 max-sm:[&_button]:flex-auto max-sm:[&_button]:flex-col max-sm:[&_button]:gap-0 max-sm:[&_button]:px-1 max-sm:[&_button]:text-2xs sm:order-none sm:w-auto sm:flex-1 sm:flex-wrap sm:justify-end sm:gap-2 sm:@max-3xl:[&_svg]:hidden">
          {may("export:read") && (
            <CopyButton
              labelled
              size="small"
              label="Copy as .env"
              disabled={exported.length === 0}
              text={() => exportByIds(exported)}
            />
          )}
          {may("entries:write") && (
            <>
              <Button size="small" icon={<Pencil />} disabled={none} onClick={() => open("change")}>
                Change…
              </Button>
              {movable && (
                <Button
                  size="small"
                  icon={<FolderOutput />}
                  disabled={none || entries.length > movedMax}
                  onClick={() =>
                    askToMove(
                      { kind: "entry", ids: entries.map(({ id }) => id), name: entryCount(entries.length) },
                      stop,
                    )
                  }
                >
                  Move to…
                </Button>
              )}
              <Button size="small" icon={<Trash2 />} disabled={none} onClick={() => open("delete")}>
                Delete…
              </Button>
            </>
          )}
        </div>
        <IconButton label="End selection" icon={<X />} className="max-sm:ml-auto" onClick={stop} />
      </div>
      {shared && dialog.kind === "delete" && <DeleteSelected {...shared} />}
      {shared && dialog.kind === "change" && <ChangeSelected {...shared} />}
    </section>
  );
}
