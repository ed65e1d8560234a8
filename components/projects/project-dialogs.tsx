"use client";

import type { EntryDraft } from "@/components/entries/entry-draft";
import type { EntryStart } from "@/components/entries/entry-form-values";
import type { AfterForm } from "@/components/entries/entry-form";
import { onDemand } from "@/components/ui/on-demand";
import { useGoTo } from "@/lib/client/hooks/use-go-to";
import type { ListedEntry } from "@/lib/contracts/entries";
import type { Table } from "./variables";

const EntryForm = onDemand(() => import("@/components/entries/entry-form"));
const CompareEnvironments = onDemand(() => import("./compare-environments"));
const RenameProject = onDemand(() => import("./rename-project"));

export type OpenedProjectDialog =
  | {
      dialog: "entry";
      entry?: ListedEntry | undefined;
      categoryId?: string | undefined;
      start?: EntryStart;
      draft?: EntryDraft;
    }
  | { dialog: "after-form"; next: AfterForm }
  | { dialog: "compare" | "rename" };

type ProjectDialogsProps = {
  opened: OpenedProjectDialog;
  name: string;
  entries: readonly ListedEntry[];
  table: Table;
  onChange: (opened: OpenedProjectDialog | undefined) => void;
  onClose: () => void;
};

/** The one dialog that is open. */
export default function ProjectDialogs({ opened, name, entries, table, onChange, onClose }: ProjectDialogsProps) {
  const goTo = useGoTo();
  switch (opened.dialog) {
    case "entry": {
      const { dialog: _, ...form } = opened;
      return (
        <EntryForm
          {...form}
          onClose={onClose}
          onOpen={(id) => goTo(`/vault?entry=${id}`)}
          onSaved={(_id, next) => onChange(next && { dialog: "after-form", next })}
        />
      );
    }
    case "after-form":
      return opened.next(onClose);
    case "compare":
      return <CompareEnvironments name={name} entries={entries} table={table} onClose={onClose} />;
    case "rename":
      return <RenameProject name={name} onClose={onClose} />;
    default:
      return null;
  }
}
