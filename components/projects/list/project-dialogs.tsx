"use client";

import type { AfterForm } from "@/components/entries/form/entry-form";
import { besideEntry, focusEntry, keepFocus } from "@/components/entries/panel/focus-entry";
import { onDemand } from "@/components/ui/states/on-demand";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { Table } from "../variables/variables";

const DeleteEntry = onDemand(() => import("@/components/entries/delete-entry"));
const CompareEnvironments = onDemand(() => import("../variables/compare-environments"));
const RenameProject = onDemand(() => import("./rename-project"));

export type OpenedProjectDialog =
  | { dialog: "after-form"; next: AfterForm }
  | { dialog: "delete"; entry: ListedEntry }
  | { dialog: "compare" | "rename" };

type ProjectDialogsProps = {
  opened: OpenedProjectDialog;
  name: string;
  table: Table;
  onClose: () => void;
  onClosePanel: () => void;
};

/** The one dialog that is open, over the panel if there is one. */
export default function ProjectDialogs({ opened, name, table, onClose, onClosePanel }: ProjectDialogsProps) {
  switch (opened.dialog) {
    case "after-form":
      return opened.next(onClose);
    case "delete":
      return (
        <DeleteEntry
          entry={opened.entry}
          onClose={() => {
            onClose();
            keepFocus(undefined);
          }}
          onDeleted={() => {
            focusEntry(besideEntry(opened.entry.id));
            onClosePanel();
          }}
        />
      );
    case "compare":
      return <CompareEnvironments name={name} table={table} onClose={onClose} />;
    case "rename":
      return <RenameProject name={name} onClose={onClose} />;
    default:
      return null;
  }
}
