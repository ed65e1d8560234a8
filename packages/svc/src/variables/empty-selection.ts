import type { ListedEntry } from "../../../../lib/contracts/vault/entries";
import type { Variable } from "../vault/export-answer";
import { CliError } from "../cli-error";
import { note } from "../terminal/terminal";
import { type Advice, ofCommandLine } from "./advice";
import { describedNone, fetchVariables } from "./variables";
import type { Selection, VaultClient } from "../vault/vault";

/**
 * The variables of a selection, as `fetchVariables`. A selection without variables is refused unless the caller allows
 * it.
 */
export async function fetchSome(
  vault: VaultClient,
  selection: Selection,
  allowEmpty: boolean,
  advice = ofCommandLine,
): Promise<Variable[]> {
  const variables = await fetchVariables(vault, selection);
  if (variables.length === 0 && !allowEmpty) throw await emptySelection(vault, selection, advice);
  return variables;
}

/** Refuses a selection without variables: a mistyped name must not start a program without its secrets. */
export async function emptySelection(
  vault: VaultClient,
  selection: Selection,
  advice = ofCommandLine,
): Promise<CliError> {
  return new CliError("refused", `${await nothingIn(vault, selection, advice)} ${advice.none}`);
}

/** Says that a selection is empty, and what exists instead, as far as the key may see it. */
async function nothingIn(vault: VaultClient, selection: Selection, advice: Advice): Promise<string> {
  return saidOf(vault, selection, await seen(vault.listEntries()), advice);
}

/**
 * Says the same of a selection in which nothing need be wrong. A project that no entry has is refused anyway: it
 * is mistyped, and what it lacks would be no answer. `what` is missing; `entries` are all, if the caller has them.
 */
export async function noteNothingIn(
  vault: VaultClient,
  selection: Selection,
  { what, entries }: { what?: "entry"; entries?: readonly ListedEntry[] } = {},
): Promise<void> {
  const all = entries ?? (await seen(vault.listEntries()));
  const said = await saidOf(vault, selection, all, ofCommandLine, what);
  const { project } = selection;
  if (project !== undefined && !all?.some(({ name }) => name === project)) throw new CliError("refused", said);
  note(said);
}

async function saidOf(
  vault: VaultClient,
  selection: Selection,
  entries: readonly ListedEntry[] | null,
  advice: Advice,
  what: "variable" | "entry" = "variable",
): Promise<string> {
  const { project } = selection;
  const envProjects = project === undefined ? [] : await seen(vault.listEnvProjects());
  const hints = [
    whatThereIs(entries, selection, advice, what),
    envProjectHint(envProjects?.map(({ name }) => name) ?? null, project, advice),
  ];
  return [`No ${what} is in ${describedNone(selection)}.`, ...hints.filter((hint) => hint !== null)].join(" ");
}

/** Null if the key lacks the scope, or anything else fails: the refusal does not depend on it. */
const seen = <T>(list: Promise<T>): Promise<T | null> => list.catch(() => null);

const placesMax = 10;

function whatThereIs(
  entries: readonly ListedEntry[] | null,
  { project }: Selection,
  { lister }: Advice,
  what: "variable" | "entry",
): string {
  if (entries === null) return `With the scope entries:read, ${lister} lists what there is.`;
  const giving = entries.filter(
    ({ category }) => what === "entry" || category.keyType === "simple" || category.keyType === "group",
  );
  // The likeliest intention first: the same project's other environments.
  const sorted = [...giving.filter(({ name }) => name === project), ...giving.filter(({ name }) => name !== project)];
  const places = [...new Set(sorted.map(({ name, environment }) => (environment ? `${name} (${environment})` : name)))];
  if (places.length === 0) return "There are none yet.";
  const more = places.length - placesMax;
  return `There is ${places.slice(0, placesMax).join(", ")}${more > 0 ? `, and ${more} more: ${lister} lists them` : ""}.`;
}

function envProjectHint(names: readonly string[] | null, project: string | undefined, advice: Advice): string | null {
  if (project === undefined || names?.includes(project) === false) return null;
  return `${names === null ? `If ${project} is an env project` : `${project} is an env project`}: ${advice.envProject(project)}.`;
}
