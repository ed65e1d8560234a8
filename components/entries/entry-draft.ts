import type { ListedEntry } from "@/lib/contracts/entries";
import { emptyValue, type EntryFormValues } from "./entry-form-values";

/** What was typed into the form, as it outlives an ended session. */
export type EntryDraft = {
  entry: ListedEntry | undefined;
  values: EntryFormValues;
  /** A new value in place of the stored one. */
  replacing: boolean;
  /** The stored value was under edit: it came from the vault and went with the session. */
  cleared: boolean;
};

/** `original`: the stored value that an edit started from, empty for a new one, undefined when it was left alone. */
export function draftOf(
  entry: ListedEntry | undefined,
  values: EntryFormValues,
  original: string | undefined,
): EntryDraft {
  const cleared = original !== undefined && original !== "";
  return { entry, values: cleared ? { ...values, ...emptyValue } : values, replacing: original === "", cleared };
}
