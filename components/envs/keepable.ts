import type { Linkable } from "@/components/references/linkable";
import { lookUpIn, referenceTo } from "@/components/references/look-up";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { ImportedOutcome, ImportEntry } from "@/lib/contracts/transfer/import";
import type { Environment } from "@/lib/contracts/primitives";
import { parse } from "@/lib/dotenv/parse";
import { isReference } from "@/lib/dotenv/reference";
import { replaceValues } from "@/lib/dotenv/replace-values";
import { secretName } from "@/lib/dotenv/secret-name";

/** A value that an entry can keep: one that has it already, `held`, or else a new one. */
export type Keepable = { entry: ImportEntry; held: Linkable | undefined };

/**
 * The values of a file that entries can keep, one for each variable; the last assignment of a name counts. `linkable`: what is
 * known of the entries that have them.
 */
export function keepableIn(
  text: string,
  project: string,
  environment: Environment | null,
  linkable: readonly Linkable[],
): Keepable[] {
  const last = new Map<string, { line: number; value: string }>();
  for (const line of parse(text)) if (line.kind === "assignment") last.set(line.name, line);
  const held = new Map(linkable.flatMap((one) => (one.state === "same" ? [[one.line, one] as const] : [])));
  return [...last]
    .filter(([, { value }]) => value !== "" && !isReference(value))
    .map(([name, { line, value }]) => ({
      entry: { category: name, keyType: "simple", envVarName: name, name: project, value, environment },
      held: held.get(line),
    }));
}

/** Whether a variable is worth an entry by itself: named like a secret, or an address with a password. */
export const seemsSecret = ({ name, value }: { name: string; value: string }): boolean =>
  value.length >= 8 && (secretName.test(name) || /:\/\/[^/:@\s]*:[^/@\s]+@/.test(value));

export type Kept = { text: string; /** The variables that are links now. */ linked: string[] };

/**
 * The text with references instead of the values that entries have now; a value that no one reference leads to stays. `outcomes`
 * are those of what no entry had before.
 */
export function linkKept(
  text: string,
  kept: readonly Keepable[],
  outcomes: readonly Pick<ImportedOutcome, "action" | "category">[],
  entries: readonly ListedEntry[],
): Kept {
  const lookUp = lookUpIn(entries);
  const references = new Map<string, string>();
  for (const { entry, held } of kept) {
    const lead = held && lookUp(held.reference);
    if (held && lead?.kind === "entry" && lead.entry.id === held.entryId)
      references.set(keyOf(entry.category, entry.value), held.reference);
  }
  withoutEntry(kept).forEach(({ envVarName, name, environment = null, value }, index) => {
    const category = outcomes[index]?.category;
    const entry = entries.find(
      (one) =>
        one.category.name === category &&
        one.category.envVarName === envVarName &&
        one.name === name &&
        one.environment === environment,
    );
    const reference = entry && referenceTo(entry, null);
    if (reference !== undefined && lookUp(reference).kind === "entry")
      references.set(keyOf(envVarName ?? "", value), reference);
  });
  const lines = new Map<number, string>();
  const linked = new Set<string>();
  for (const line of parse(text)) {
    const reference = line.kind === "assignment" ? references.get(keyOf(line.name, line.value)) : undefined;
    if (line.kind !== "assignment" || reference === undefined) continue;
    lines.set(line.line, reference);
    linked.add(line.name);
  }
  return { text: replaceValues(text, lines).text, linked: [...linked] };
}

/** What an import makes entries of. */
export const withoutEntry = (kept: readonly Keepable[]): ImportEntry[] =>
  kept.flatMap(({ entry, held }) => (held ? [] : [entry]));

const keyOf = (name: string, value: string) => `${name}\n${value}`;
