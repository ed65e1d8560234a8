import { CliError } from "../cli-error";
import type { Options } from "../command";
import { ofCommandLine } from "./advice";
import { fetchSome } from "./empty-selection";
import { findEnvProject } from "./env-project";
import type { Variable } from "../vault/export-answer";
import { described } from "./variables";
import type { Selection, VaultClient } from "../vault/vault";

/** Options that choose an env project's files instead of entries. */
export const filesOptions = {
  files: { type: "boolean", help: "take the values from the env project's files, with references resolved" },
  local: { type: "boolean", help: "with --files: .env.local too, above the other files" },
} as const satisfies Options;

/** Where values come from: the entries of a selection, or the files of its env project. */
export type Source = { selection: Selection; files: boolean; local: boolean };

export function sourceOf(flags: { files?: boolean; local?: boolean }, selection: Selection): Source {
  if (flags.local && !flags.files) throw new CliError("usage", "--local goes with --files.");
  return { selection, files: flags.files === true, local: flags.local === true };
}

/**
 * A comparison's selection: of an env project whose files are all of one environment, that one, if none is chosen. Files of
 * several, and none for all, are wrong usage: without a choice none of them would be read.
 */
export async function withOnlyEnvironment(vault: VaultClient, { selection, files, local }: Source): Promise<Selection> {
  if (!files || selection.env !== undefined) return selection;
  const project = await findEnvProject(vault, selection.project);
  const types = project ? (await vault.getEnvProject(project.id)).files.map(({ fileType }) => fileType) : [];
  if (types.includes("env") || (local && types.includes("env.local"))) return selection;
  const there = (["development", "production"] as const).filter((env) => types.includes(`env.${env}`));
  if (there.length > 1)
    throw new CliError("usage", `Which environment? The env project has files of ${there.join(" and ")}: add --env.`);
  return { ...selection, env: there[0] };
}

/** The variables of a source, in order. Only entries can give a name twice. None at all is refused unless allowed. */
export async function fetchFrom(
  vault: VaultClient,
  source: Source,
  allowEmpty: boolean,
  advice = ofCommandLine,
): Promise<Variable[]> {
  if (!source.files) return fetchSome(vault, source.selection, allowEmpty, advice);
  const variables = await fetchResolved(vault, source);
  if (variables.length === 0 && !allowEmpty)
    throw new CliError(
      "refused",
      `The env project's files contain no variables for ${described(source.selection)}. ${advice.none}`,
    );
  return variables;
}

async function fetchResolved(vault: VaultClient, { selection, local }: Source): Promise<Variable[]> {
  const project = await findEnvProject(vault, selection.project);
  if (!project) throw new CliError("refused", `There is no env project ${selection.project ?? ""}.`);
  const environment = selection.env === "none" ? null : (selection.env ?? null);
  return (await vault.resolveEnvProject(project.id, { environment, local })).variables.map(({ name, value }) => ({
    name,
    value,
  }));
}
