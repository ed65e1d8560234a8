import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useWatch, type Control } from "react-hook-form";
import { Button } from "@/components/ui/buttons/button";
import { entriesQuery } from "@/lib/client/http/queries/queries";
import type { KeyCategory } from "@/lib/contracts/vault/categories";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { newCategoryId, targetsOf, type EntryFormContext, type EntryFormValues } from "../entry-form-values";
import { entryName, entryNameInCategory } from "../../entry-name";
import { findDuplicate } from "./find-duplicate";
import { findRivals, type Rival, variablesTyped } from "./find-rivals";

/** What an entry would stand beside: entries of its category and place, and those that set its variables there. */
export type Duplicates = { twins: ListedEntry[]; rivals: Rival[] };

/** Those of what the form has now, in each of its environments. `category`: the chosen one, unless it is made with it. */
export function useDuplicates(
  control: Control<EntryFormValues, EntryFormContext>,
  own: ListedEntry | undefined,
  category: Pick<KeyCategory, "keyType" | "envVarName"> | undefined,
): Duplicates {
  const { data: entries = [] } = useQuery(entriesQuery);
  const [categoryId, name, environment, several, newCategory, fields] = useWatch({
    control,
    name: ["categoryId", "name", "environment", "several", "newCategory", "fields"],
  });
  const { keyType, envVarName } =
    categoryId === newCategoryId ? { ...newCategory, envVarName: newCategory.envVarName.trim() } : (category ?? {});
  const variables = keyType ? variablesTyped({ keyType, envVarName: envVarName ?? null, fields }, own) : [];
  const targets = targetsOf({ environment, several });
  return {
    twins: targets.flatMap((target) => findDuplicate(entries, { categoryId, name, target }, own) ?? []),
    rivals: targets.flatMap((target) => findRivals(entries, { categoryId, name, target, variables }, own)),
  };
}

export const isDuplicate = ({ twins, rivals }: Duplicates): boolean => twins.length + rivals.length > 0;

type DuplicateNoteProps = {
  /** At least one. */
  duplicates: Duplicates;
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
  const { twins, rivals } = duplicates;
  const standing = [
    ...twins.map((entry) => ({ id: entry.id, name: entryName(entry) })),
    ...rivals.map(({ entry }) => ({ id: entry.id, name: entryNameInCategory(entry) })),
  ];
  const several = standing.length > 1;
  return (
    <section
      role="status"
      aria-label="Duplicate"
      className="rounded-md bg-warning-soft px-3 py-2.5 text-sm text-warning-ink"
    >
      <p tabIndex={-1} data-duplicate className="flex items-start gap-2 rounded-sm">
        <Copy aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 break-words">
          {twins.length > 0 && <Twins twins={twins} />}
          {rivals.length > 0 && <Rivals rivals={rivals} />}
        </span>
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {standing.map(({ id, name }) => (
          <Button key={id} size="small" onClick={() => onOpen(id)}>
            {several ? `Open ${name}` : "Open that entry"}
          </Button>
        ))}
        <Button size="small" pending={pending} onClick={onAnyway}>
          {editing ? "Save anyway" : several || twins.length === 0 ? "Create anyway" : "Create another"}
        </Button>
      </div>
    </section>
  );
}

function Twins({ twins }: { twins: readonly ListedEntry[] }) {
  const { envVarName, keyType } = twins[0]?.category ?? {};
  return (
    <>
      {twins.length > 1 ? "These entries already exist:" : "There is already an entry"}{" "}
      {inWords.format(twins.map(entryName))}.{" "}
      {keyType === "simple" && (
        <>
          With a second one, exports set <span className="font-mono">{envVarName}</span> twice, and links in env files
          can’t tell the two apart.{" "}
        </>
      )}
      {keyType === "group" &&
        "With a second one, exports set its variables twice, and links in env files can’t tell the two apart. "}
    </>
  );
}

function Rivals({ rivals }: { rivals: readonly Rival[] }) {
  const variables = [...new Set(rivals.flatMap((rival) => rival.variables))];
  return (
    <>
      {inWords.format(rivals.map(({ entry }) => entryNameInCategory(entry)))} already{" "}
      {rivals.length > 1 ? "set" : "sets"} <span className="font-mono">{inWords.format(variables)}</span>. With one more
      entry for {variables.length > 1 ? "them, exports set them" : "it, exports set it"} more than once.
    </>
  );
}
