import { lookUpIn, referenceTo } from "@/components/references/look-up";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { ImportedOutcome, ImportEntry } from "@/lib/contracts/transfer/import";
import type { Environment } from "@/lib/contracts/primitives";
import { parse } from "@/lib/dotenv/parse";
import { isReference } from "@/lib/dotenv/reference";
import { replaceValues } from "@/lib/dotenv/replace-values";

/** The entries that a file's values would be, one for each variable; the last assignment of a name counts. */
export function entriesOf(text: string, project: string, environment: Environment | null): ImportEntry[] {
  const last = new Map<string, string>();
  for (const line of parse(text)) if (line.kind === "assignment") last.set(line.name, line.value);
  return [...last]
    .filter(([, value]) => value !== "" && !isReference(value))
    .map(([name, value]) => ({
      category: name,
      keyType: "simple",
      envVarName: name,
      name: project,
      value,
      environment,
    }));
}

const secretNames = /KEY|SECRET|TOKEN|PASS|PWD|CREDENTIAL|PRIVATE|SIGNING|SALT|DSN/i;

/** Whether a variable is worth an entry by itself: named like a secret, or an address with a password. */
export const seemsSecret = ({ name, value }: { name: string; value: string }): boolean =>
  value.length >= 8 && (secretNames.test(name) || /:\/\/[^/:@\s]*:[^/@\s]+@/.test(value));

export type Kept = { text: string; /** The variables that are links now. */ linked: string[] };

/** The text with references instead of the values that are entries now; a value that no one reference leads to stays. */
export function linkKept(
  text: string,
  kept: readonly ImportEntry[],
  outcomes: readonly Pick<ImportedOutcome, "action" | "category">[],
  entries: readonly ListedEntry[],
): Kept {
  const lookUp = lookUpIn(entries);
  const references = new Map<string, string>();
  kept.forEach(({ envVarName, name, environment = null, value }, index) => {
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

const keyOf = (name: string, value: string) => `${name}\n${value}`;
