import { lookUpIn, referenceTo } from "@/components/references/look-up";
import { isVariableName } from "@/lib/dotenv/name";
import type { Filling } from "@/lib/dotenv/merge";
import type { Extraction } from "@/lib/contracts/transfer/ai-extract";
import type { ListedEntry, RevealedEntry } from "@/lib/contracts/vault/entries";

export type PlannedEntry = Extraction["matches"][number];

/** A variable name for a missing name: “Stripe webhook” becomes STRIPE_WEBHOOK. Null if nothing remains. */
export function variableNameOf(name: string): string | null {
  if (isVariableName(name) && /[A-Z]/.test(name)) return name;
  const bare = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^_|_$/g, "")
    .slice(0, 100);
  return bare === "" ? null : /^[0-9]/.test(bare) ? `_${bare}` : bare;
}

/** Of the entries that set one variable, only those that fit, if any does. */
function preferring(entries: readonly PlannedEntry[], fits: (entry: PlannedEntry) => boolean): PlannedEntry[] {
  const settled = new Set(entries.filter(fits).flatMap(({ envVarNames }) => envVarNames));
  return entries.filter((entry) => fits(entry) || !entry.envVarNames.some((name) => settled.has(name)));
}

/** What is ticked at first: of several entries for one variable, the project's own, and among these the file's. */
export const tickedAtFirst = (
  entries: readonly PlannedEntry[],
  project: string,
  environment: PlannedEntry["environment"],
): PlannedEntry[] =>
  preferring(
    preferring(entries, ({ entry }) => entry === project),
    (planned) => planned.environment === environment,
  );

/** Variables set by several entries: only the first one's value is written. */
export function sharedVariables(entries: readonly PlannedEntry[]): string[] {
  const all = entries.flatMap(({ envVarNames }) => envVarNames);
  return [...new Set(all.filter((name, index) => all.indexOf(name) !== index))];
}

const sourceOf = ({ category, entry, environment }: PlannedEntry) =>
  `${category} — ${entry}${environment ? ` (${environment})` : ""}`;

/** What a revealed entry writes: its one variable, or each field of a group. */
export const fillingOf = (planned: PlannedEntry, { value }: RevealedEntry): Filling => ({
  source: sourceOf(planned),
  variables:
    typeof value === "string"
      ? planned.envVarNames.slice(0, 1).map((name) => [name, value] as const)
      : Object.entries(value),
});

/**
 * What links to the planned entries write, by their ids: one variable, or one for each field of a group. Without those
 * that no reference leads to, since another entry has the same names.
 */
export function linkFillings(
  planned: readonly PlannedEntry[],
  entries: readonly ListedEntry[],
): ReadonlyMap<string, Filling> {
  const lookUp = lookUpIn(entries);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return new Map(
    planned.flatMap((one): [string, Filling][] => {
      const entry = byId.get(one.entryId);
      if (!entry) return [];
      const variables = entry.fieldNames
        ? entry.fieldNames.map((field) => [field, referenceTo(entry, field)] as const)
        : one.envVarNames.slice(0, 1).map((name) => [name, referenceTo(entry, null)] as const);
      const leads = variables.every(([, reference]) => lookUp(reference).kind === "entry");
      return leads ? [[one.entryId, { source: sourceOf(one), variables }]] : [];
    }),
  );
}

export const generatedFilling = (values: readonly (readonly [name: string, value: string])[]): Filling => ({
  source: "Generated here",
  variables: values,
});
