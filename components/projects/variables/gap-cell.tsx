import { Plus } from "lucide-react";
import type { OnEntryAction } from "@/components/entries/use-entry-actions";
import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/buttons/icon-button";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { inColumn } from "./column-words";
import type { Column, gapOf, Row } from "./variables";

type GapCellProps = {
  gap: ReturnType<typeof gapOf>;
  row: Row;
  column: Column;
  /** The group that this field would be added to. */
  lacking: ListedEntry | undefined;
  onAdd: ((row: Row, column: Column) => void) | undefined;
  onAction: OnEntryAction;
};

/** A variable that an environment lacks, and the way to add it. */
export function GapCell({ gap, row, column, lacking, onAdd, onAction }: GapCellProps) {
  const add = onAdd && (() => (lacking ? onAction("edit", lacking) : onAdd(row, column)));
  return (
    <div className="flex min-h-control min-w-0 flex-1 items-center justify-between gap-2">
      {gap === "missing" ? (
        <Badge tone="warning">Missing</Badge>
      ) : (
        <span className="text-xs text-muted">{gap === "unused" ? "Missing" : "None"}</span>
      )}
      {add && gap !== "none" && (
        <IconButton
          label={`Add ${inColumn(row.name, column)}`}
          tooltip="Add"
          icon={<Plus />}
          data-key="e"
          onClick={add}
        />
      )}
    </div>
  );
}
