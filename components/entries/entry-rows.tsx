"use client";

import { VirtualRows } from "@/components/ui/virtual-rows";
import type { ListedEntry } from "@/lib/contracts/entries";
import { EntryRow, type EntryAction } from "./entry-row";

type EntryRowsProps = {
  entries: readonly ListedEntry[];
  inCategory: boolean;
  onAction: (action: EntryAction, entry: ListedEntry) => void;
};

/** Two lines of text. */
const rowHeight = 56;

/** The rows with all that they can do: fetched beside the entries themselves, so that neither waits for the other. */
export default function EntryRows({ entries, ...rest }: EntryRowsProps) {
  return (
    <VirtualRows items={entries} itemKey={entryKey} rowHeight={rowHeight} label="Entries">
      {(entry) => <EntryRow entry={entry} {...rest} />}
    </VirtualRows>
  );
}

const entryKey = ({ id }: ListedEntry) => id;
