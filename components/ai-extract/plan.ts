import { lookUpIn, referenceTo } from "@/components/references/look-up";
import { isVariableName } from "@/lib/dotenv/name";
import type { Filling } from "@/lib/dotenv/merge";
import type { Extraction } from "@/lib/contracts/transfer/ai-extract";
import type { ListedEntry, RevealedEntry } from "@/lib/contracts/vault/entries";
import type { EnvFileType } from "@/lib/contracts/vault/envs";
import type { Environment } from "@/lib/contracts/primitives";
import { environmentOfFile } from "./target-file";

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

/** The environment that a plan is for. */
export type Aim = {
  environment: Environment | null;
  /** What says so: the question, or else the file to fill; null if neither does, or if the question asks for several. */
  by: "question" | "file" | null;
};

export function aimOf(asked: readonly Environment[], fileType: EnvFileType): Aim {
  const [only, another] = asked;
  if (only && !another) return { environment: only, by: "question" };
  const own = environmentOfFile(fileType);
  const isMeant = own !== null && (asked.length === 0 || asked.includes(own));
  return isMeant ? { environment: own, by: "file" } : { environment: null, by: null };
}

export type Suggested = {
  ticked: PlannedEntry[];
  /** Variables with entries of several environments, of which nothing says which one is meant. None of these is ticked. */
  undecided: string[];
};

/**
 * What is ticked before anybody ticks: of several entries for one variable, the project's own, among these those of the
 * environment, and otherwise those of none. If the question asks for one environment, no entry of another.
 */
export function suggested(entries: readonly PlannedEntry[], project: string, { environment, by }: Aim): Suggested {
  const isAimedAt = (planned: PlannedEntry) => planned.environment === environment;
  const isForAll = (planned: PlannedEntry) => planned.environment === null;
  const open = by === "question" ? entries.filter((one) => isForAll(one) || isAimedAt(one)) : entries;
  const own = preferring(open, ({ entry }) => entry === project);
  const fitting = preferring(preferring(own, isAimedAt), isForAll);
  const environmentsOf = new Map<string, Set<Environment | null>>();
  for (const one of fitting)
    for (const name of one.envVarNames)
      environmentsOf.set(name, (environmentsOf.get(name) ?? new Set()).add(one.environment));
  const isUndecided = (name: string) => (environmentsOf.get(name)?.size ?? 0) > 1;
  return {
    ticked: fitting.filter(({ envVarNames }) => !envVarNames.some(isUndecided)),
    undecided: [...environmentsOf.keys()].filter(isUndecided),
  };
}

/** The environments of entries that the plan has, but that are not ticked, since the plan is for another environment. */
export const leftUnticked = (
  entries: readonly PlannedEntry[],
  ticked: ReadonlySet<string>,
  { environment: aimed }: Aim,
): Environment[] => [
  ...new Set(
    entries.flatMap(({ entryId, environment }) =>
      aimed === null || environment === null || environment === aimed || ticked.has(entryId) ? [] : [environment],
    ),
  ),
];

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
