import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { formatReference, parseReference } from "@/lib/dotenv/reference";

export type BrokenReason = "malformed" | "missing" | "ambiguous" | "field-missing" | "no-such-field";

/** Where a reference leads. */
export type Lead =
  { kind: "entry"; entry: ListedEntry; field: string | null } | { kind: "broken"; reason: BrokenReason };

export type LookUp = (reference: string) => Lead;

/** What is wrong with a reference, and what to do. The subject is the variable. */
export const brokenTexts: Record<BrokenReason, string> = {
  malformed:
    "is not a complete link. Links look like svc://category/project/environment; write - where there is no environment.",
  missing: "links to an entry that doesn’t exist. Choose another entry, or restore that one.",
  ambiguous: "links to a name that several entries share. Rename one of them.",
  "field-missing": "links to a group. Add the name of one of its fields.",
  "no-such-field": "links to a field that the entry does not have. Choose another field.",
};

/** The same in three words, for a mark beside the reference. */
export const brokenLabels: Record<BrokenReason, string> = {
  malformed: "incomplete link",
  missing: "no such entry",
  ambiguous: "several entries",
  "field-missing": "field is missing",
  "no-such-field": "no such field",
};

/** Looks references up among entries by name, by the vault's own rules. */
export function lookUpIn(entries: readonly ListedEntry[]): LookUp {
  const byNames = new Map<string, ListedEntry[]>();
  for (const entry of entries) {
    const key = keyOf(entry.category.name, entry.name, entry.environment);
    const others = byNames.get(key);
    if (others) others.push(entry);
    else byNames.set(key, [entry]);
  }
  const broken = (reason: BrokenReason): Lead => ({ kind: "broken", reason });
  return (reference) => {
    const parts = parseReference(reference);
    if (!parts) return broken("malformed");
    const [entry, another] = byNames.get(keyOf(parts.category, parts.entry, parts.environment)) ?? [];
    if (!entry) return broken("missing");
    if (another) return broken("ambiguous");
    const { field } = parts;
    if (field === null) return entry.fieldNames ? broken("field-missing") : { kind: "entry", entry, field };
    return entry.fieldNames?.includes(field) ? { kind: "entry", entry, field } : broken("no-such-field");
  };
}

const keyOf = (category: string, name: string, environment: string | null) =>
  JSON.stringify([category, name, environment]);

export const referenceTo = ({ category, name, environment }: ListedEntry, field: string | null): string =>
  formatReference({ category: category.name, entry: name, environment, field });
