import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useWatch, type Control } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { entriesQuery } from "@/lib/client/http/queries";
import type { ListedEntry } from "@/lib/contracts/entries";
import { targetsOf, type EntryFormContext, type EntryFormValues } from "./entry-form-values";
import { entryName } from "./entry-name";
import { findDuplicate } from "./find-duplicate";

/** The existing entries with the form's category and project, and one of its environments. */
export function useDuplicates(
  control: Control<EntryFormValues, EntryFormContext>,
  own: ListedEntry | undefined,
): ListedEntry[] {
  const { data: entries = [] } = useQuery(entriesQuery);
  const [categoryId, name, environment, several] = useWatch({
    control,
    name: ["categoryId", "name", "environment", "several"],
  });
  return targetsOf({ environment, several }).flatMap(
    (target) => findDuplicate(entries, { categoryId, name, target }, own) ?? [],
  );
}

type DuplicateNoteProps = {
  /** At least one. */
  duplicates: readonly ListedEntry[];
  editing: boolean;
  pending: boolean;
  onOpen: (entryId: string) => void;
  onAnyway: () => void;
};

const inWords = new Intl.ListFormat("en");

/** Its words get the focus when a form is sent: read out, and without anything that a second Enter would press. */
export const focusDuplicateNote = (): void => document.querySelector<HTMLElement>("[data-duplicate]")?.focus();

/** Duplicates are rarely intended: warns before the second one is saved, and leaves the choice. */
export function DuplicateNote({ duplicates, editing, pending, onOpen, onAnyway }: DuplicateNoteProps) {
  const several = duplicates.length > 1;
  const { envVarName, keyType } = duplicates[0]?.category ?? {};
  return (
    <section
      role="status"
      aria-label="Duplicate"
      className="rounded-md bg-warning-soft px-3 py-2.5 text-sm text-warning-ink"
    >
      <p tabIndex={-1} data-duplicate className="flex items-start gap-2 rounded-sm">
        <Copy aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 break-words">
          {several ? "There are already the entries" : "There is already an entry"}{" "}
          {inWords.format(duplicates.map(entryName))}.{" "}
          {keyType === "simple" && (
            <>
              With a second one, exports set <span className="font-mono break-all">{envVarName}</span> twice, and links
              in env files can’t tell the two apart.
            </>
          )}
          {keyType === "group" &&
            "With a second one, exports set its variables twice, and links in env files can’t tell the two apart."}
        </span>
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {duplicates.map((duplicate) => (
          <Button key={duplicate.id} size="small" onClick={() => onOpen(duplicate.id)}>
            {several ? `Open ${entryName(duplicate)}` : "Open that entry"}
          </Button>
        ))}
        <Button size="small" pending={pending} onClick={onAnyway}>
          {editing ? "Save anyway" : several ? "Create anyway" : "Create another"}
        </Button>
      </div>
    </section>
  );
}
