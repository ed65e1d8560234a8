"use client";

import { VirtualRows } from "@/components/ui/virtual-rows";
import type { ListLine } from "./entry-groups";
import { EntryRow } from "./entry-row";
import type { OnEntryAction } from "../use-entry-actions";
import type { Selection } from "../selection/use-selection";

type EntryRowsProps = {
  lines: readonly ListLine[];
  inCategory: boolean;
  inProject: boolean;
  onAction: OnEntryAction;
  /** The id of the one in the panel. */ opened: string | undefined;
  /** The id of the one whose form was saved. */ saved: string | undefined;
  /** For those who may do something with one. */ selection: Selection | undefined;
};

/** Two lines of text. */
const rowHeight = 56;
const groupHeight = 36;

export function EntryRows({ lines, opened, saved, selection, ...rest }: EntryRowsProps) {
  return (
    <VirtualRows items={lines} itemKey={lineKey} rowHeight={lineHeight} label="Entries" kept={opened ?? saved}>
      {(line) =>
        "entry" in line ? (
          <EntryRow
            entry={line.entry}
            opened={line.entry.id === opened}
            selected={selection?.has(line.entry.id) ?? false}
            selecting={selection?.on ?? false}
            onSelect={selection?.onSelect}
            {...rest}
          />
        ) : (
          <div className="flex h-full items-center gap-2 bg-sunken px-3 text-sm sm:px-4">
            <h2 className="min-w-0 truncate text-sm font-semibold">{line.group}</h2>
            <span className="text-xs text-muted">{line.count}</span>
          </div>
        )
      }
    </VirtualRows>
  );
}

const lineKey = (line: ListLine) => ("entry" in line ? line.entry.id : `group ${line.group}`);
const lineHeight = (line: ListLine) => ("entry" in line ? rowHeight : groupHeight);
