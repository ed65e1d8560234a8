import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { forgetTypedOf, keptTypedOf } from "@/lib/client/session/typed/typed";
import { emptyValue, type EntryFormValues } from "./entry-form-values";

/** The typed form values, as kept when a session ends or the page is left. */
export type EntryDraft = {
  entry: ListedEntry | undefined;
  values: EntryFormValues;
  /** A new value instead of the stored one. */
  replacing: boolean;
  /** The stored value was being edited: it came from the vault and was dropped with the session. */
  cleared: boolean;
  /** Whether the page was left, and no session ended. */
  left?: boolean;
};

/**
 * `original`: the stored value that an edit started from; empty for a new value, undefined if untouched. Of an untouched
 * value the form may still have what was shown before "Keep current value".
 */
export function draftOf(
  entry: ListedEntry | undefined,
  values: EntryFormValues,
  original: string | undefined,
): EntryDraft {
  const cleared = original !== undefined && original !== "";
  const ofVault = cleared || (entry !== undefined && original === undefined);
  return { entry, values: ofVault ? { ...values, ...emptyValue } : values, replacing: original === "", cleared };
}

/** After a form that was left has been saved: what was kept of it no longer waits. That of another form waits on. */
export function forgetSaved(
  entry: ListedEntry | undefined,
  values: EntryFormValues,
  original: string | undefined,
): void {
  const kept = keptTypedOf<EntryDraft>("entry");
  const isSame = (typed: EntryFormValues) => JSON.stringify(typed) === JSON.stringify(kept?.values);
  if (kept && kept.entry?.id === entry?.id && isSame(draftOf(entry, values, original).values)) forgetTypedOf("entry");
}
