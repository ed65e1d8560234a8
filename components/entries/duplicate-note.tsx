import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useWatch, type Control } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { entriesQuery } from "@/lib/client/http/queries";
import type { ListedEntry } from "@/lib/contracts/entries";
import type { EntryFormContext, EntryFormValues } from "./entry-form-values";
import { entryName } from "./entry-name";
import { findDuplicate } from "./find-duplicate";

/** An existing entry with the form's category, project and environment. */
export function useDuplicate(
  control: Control<EntryFormValues, EntryFormContext>,
  own: ListedEntry | undefined,
): ListedEntry | undefined {
  const { data: entries } = useQuery(entriesQuery);
  const [categoryId, name, environment] = useWatch({ control, name: ["categoryId", "name", "environment"] });
  return entries && findDuplicate(entries, { categoryId, name, environment }, own);
}

type DuplicateNoteProps = {
  duplicate: ListedEntry;
  editing: boolean;
  pending: boolean;
  onOpen: () => void;
  onAnyway: () => void;
};

/** Duplicates are rarely intended: warns before the second one is saved, and leaves the choice. */
export function DuplicateNote({ duplicate, editing, pending, onOpen, onAnyway }: DuplicateNoteProps) {
  const { envVarName, keyType } = duplicate.category;
  return (
    <section
      role="status"
      aria-label="Duplicate"
      className="rounded-md bg-warning-soft px-3 py-2.5 text-sm text-warning-ink"
    >
      <p className="flex items-start gap-2">
        <Copy aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 break-words">
          There is already an entry {entryName(duplicate)}.{" "}
          {keyType === "simple" && (
            <>
              With a second one, exports set <span className="font-mono break-all">{envVarName}</span> twice.
            </>
          )}
          {keyType === "group" && "With a second one, exports set its variables twice."}
        </span>
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="small" data-duplicate onClick={onOpen}>
          Open that entry
        </Button>
        <Button size="small" pending={pending} onClick={onAnyway}>
          {editing ? "Save anyway" : "Create another"}
        </Button>
      </div>
    </section>
  );
}
