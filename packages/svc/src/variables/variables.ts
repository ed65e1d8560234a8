import type { ListedEntry } from "../../../../lib/contracts/vault/entries";
import type { Variable } from "../vault/export-answer";
import { CliError } from "../cli-error";
import { selectableEnvironments } from "../command";
import type { Settings } from "../settings";
import { ofCommandLine } from "./advice";
import type { Selection, VaultClient } from "../vault/vault";

/**
 * The selection of the flags, completed from .svc.json. A name that nothing can have is wrong usage: `--env "$STAGE"`
 * without a STAGE must not look like a place where there happens to be nothing.
 */
export function selectionOf(
  flags: { project?: string | undefined; env?: string | undefined },
  settings: Pick<Settings, "project" | "env">,
): Selection {
  const from = (flag: "project" | "env", field: string) =>
    flags[flag] === undefined ? `The ${field} in .svc.json` : `--${flag}`;
  const { project = settings.project, env: named = settings.env } = flags;
  if (project === "") throw new CliError("usage", `${from("project", "project")} is empty: it takes a name.`);
  const env = selectableEnvironments.find((known) => known === named);
  if (named !== undefined && !env)
    throw new CliError(
      "usage",
      `${from("env", "environment")} ${named === "" ? "is empty: it takes" : "takes"} one of ${selectableEnvironments.join(", ")}.`,
    );
  return { project, env };
}

/** An environment as said in a sentence. */
const environmentWord = (env: Selection["env"]) => (env === "none" ? "no environment" : env);

export const described = ({ project, env }: Selection, otherwise = "every project") =>
  [project ?? otherwise, environmentWord(env)].filter(Boolean).join(", ");

/** The same after “no variable is in”. */
export const describedNone = (selection: Selection) => described(selection, "any project");

/** All variables of a selection in the export's order, repeated names included. Fails if one can't be fetched. */
export async function fetchVariables(vault: VaultClient, selection: Selection): Promise<Variable[]> {
  const { variables, skipped } = await vault.exportVariables(selection);
  if (skipped.length > 0) throw new CliError("refused", `The vault could not decrypt ${skipped.join(", ")}.`);
  return variables;
}

/** The variables by name. Fails if a name is set twice; `choice` says how the caller chooses one. */
export function valuesByName(
  variables: readonly Variable[],
  selection: Selection,
  choice?: string,
): Map<string, string> {
  const values = new Map(variables.map(({ name, value }) => [name, value]));
  if (values.size === variables.length) return values;
  const seen = new Set<string>();
  const repeated = new Set(variables.flatMap(({ name }) => (seen.has(name) ? [name] : (seen.add(name), []))));
  throw setTwice([...repeated], selection, choice);
}

/** Refuses names that are set twice: only the caller knows which value is meant. */
export const setTwice = (
  names: readonly string[],
  selection: Selection,
  choice = `choose with ${ofCommandLine.selection}`,
): CliError =>
  new CliError("refused", `More than one entry sets ${names.join(", ")} (${described(selection)}): ${choice}.`);

/** An entry's names: its variables; a document, which may have none, also uses its category. */
export function namesOf({ category, fieldNames }: ListedEntry): string[] {
  if (fieldNames) return fieldNames;
  const isDocument = category.keyType === "ssh" || category.keyType === "json";
  return [category.envVarName, isDocument ? category.name : null].filter((name) => name !== null);
}

export const isSelected =
  ({ project, env }: Selection) =>
  (entry: ListedEntry) =>
    (project === undefined || entry.name === project) && (env === undefined || (entry.environment ?? "none") === env);

export const describeEntry = ({ category, name, environment }: ListedEntry) =>
  `${category.name} — ${name}${environment ? ` (${environment})` : ""}`;

/** One value of an entry, without repeating a category that is called like its variable. */
export const describeValue = (name: string, entry: ListedEntry) =>
  entry.category.name === name ? describeEntry(entry) : `${name} of ${describeEntry(entry)}`;

/** Says that no entry of the selection sets a name, and where else it is set. */
export function unknownName(
  name: string,
  entries: readonly ListedEntry[],
  selection: Selection,
  advice = ofCommandLine,
): CliError {
  const others = entries.filter((entry) => namesOf(entry).includes(name)).map(describeEntry);
  const bounds = [selection.project, environmentWord(selection.env)].filter((bound) => bound !== undefined);
  const place = bounds.length === 0 ? "" : ` in ${bounds.join(", ")}`;
  return others.length === 0
    ? new CliError("refused", `No entry sets ${name}${place}: ${advice.lister} lists what there is.`)
    : new CliError("refused", `No entry sets ${name}${place}. Choose with ${advice.selection}:`, others.slice(0, 10));
}

/** The one entry that sets a name; null if there is none. Fails for several, which it lists; `byId` is what takes an id. */
export function entryGiving(
  name: string,
  entries: readonly ListedEntry[],
  selection: Selection,
  byId: "--id" | "svc reveal" | null = null,
  advice = ofCommandLine,
): ListedEntry | null {
  const giving = entries.filter(isSelected(selection)).filter((entry) => namesOf(entry).includes(name));
  const without = giving.some(({ environment }) => environment === null) ? " (none for no environment)" : "";
  if (giving.length > 1)
    throw new CliError(
      "refused",
      `${giving.length} entries set ${name}. Choose with ${advice.selection}${without}${byId ? `, or by ${byId}` : ""}:`,
      giving.map((entry) => `${byId ? `${byId} ${entry.id}  ` : ""}${describeEntry(entry)}`),
    );
  return giving[0] ?? null;
}
