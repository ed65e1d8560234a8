import path from "node:path";
import { CliError } from "../cli-error";
import { findEnvProject } from "../variables/env-project";
import { readExpected } from "../variables/expected-names";
import { chosenThing, writerOf } from "../variables/former-values";
import { readText } from "../terminal/terminal";
import { isSelected, namesOf } from "../variables/variables";
import type { Selection, VaultClient } from "../vault/vault";
import { ofTools } from "./advice";
import { filesOf } from "./names";

/**
 * Which names a file (.env.example, or a JSON Schema) expects and a project lacks, and the reverse. Compares names
 * alone, and so can't tell which values are empty.
 */
export async function checkNames(
  vault: VaultClient,
  file: string,
  { files, ...selection }: Selection & { files: boolean },
): Promise<{ missing: string[]; surplus: string[] }> {
  const text = readText(file);
  if (text === null) throw new CliError("refused", `There is no file ${path.basename(file)} in the project's folder.`);
  const { known, required } = readExpected(file, text);
  const names = new Set(files ? await namesInFiles(vault, selection) : await namesOfEntries(vault, selection));
  return {
    missing: [...required].filter((name) => !names.has(name)).sort(),
    surplus: [...names].filter((name) => !known.has(name)).sort(),
  };
}

const namesOfEntries = async (vault: VaultClient, selection: Selection) =>
  (await vault.listEntries())
    .filter(isSelected(selection))
    .filter(({ category }) => category.keyType === "simple" || category.keyType === "group")
    .flatMap(namesOf);

async function namesInFiles(vault: VaultClient, { project, env }: Selection): Promise<string[]> {
  const found = await theProject(vault, project);
  const counting = [".env", ...(env === undefined || env === "none" ? [] : [`.env.${env}`])];
  return (await filesOf(vault, found))
    .filter(({ file }) => counting.includes(file))
    .flatMap(({ variables }) => variables);
}

/** Of svc itself the refusal names options, which an agent does not have. */
function assertProject(name: string | undefined): asserts name is string {
  if (!name) throw new CliError("usage", "Which env project? Give its name as project, or set project in .svc.json.");
}

async function theProject(vault: VaultClient, name: string | undefined) {
  assertProject(name);
  const found = await findEnvProject(vault, name);
  if (!found) throw new CliError("refused", `There is no env project ${name}.`);
  return found;
}

/** What the variables of a project's env files have to do with the entries. */
export async function findDrift(vault: VaultClient, projectName: string | undefined): Promise<object[]> {
  const { id } = await theProject(vault, projectName);
  const { files } = await vault.getEnvProject(id);
  return Promise.all(
    files.map(async ({ id: fileId, fileType }) => ({
      file: `.${fileType}`,
      variables: (await vault.listFileLinks(id, fileId)).map(({ name, line, state, reference, changedAt }) => ({
        name,
        line,
        state,
        reference,
        changedAt,
      })),
    })),
  );
}

/** What is due, by names and days. */
export const findDue = async (vault: VaultClient): Promise<object[]> =>
  (await vault.listReminders()).map(({ kind, name, categoryName, environment, reason, dueAt }) => ({
    kind,
    name,
    category: categoryName,
    environment,
    reason,
    dueAt,
  }));

export type HistoryOf = Selection & { name?: string; file?: string };

/**
 * The versions of an entry or env file: numbers, names, when and by whom. `defaults`: the selection of `.svc.json`, for what is
 * not asked for.
 */
export async function findHistory(
  vault: VaultClient,
  { name, project, env, file }: HistoryOf,
  defaults: Selection,
): Promise<object> {
  if ((name === undefined) === (file === undefined))
    throw new CliError("usage", "Give one of name, for an entry, and file, for an env file.");
  if (file !== undefined) assertProject(project ?? defaults.project);
  if (file !== undefined && env !== undefined)
    throw new CliError("usage", "file names an env file by its type, such as env.production: leave out env.");
  const thing = await chosenThing({
    flags: { ...(project && { project }), ...(env && { env }), ...(file && { file }) },
    args: name === undefined ? [] : [name],
    settings: () => ({ project: defaults.project, env: defaults.env }),
    vault: () => vault,
    advice: ofTools,
  });
  const versions = (await thing.list()).map(({ version, createdAt, by, current, names }) => ({
    version,
    writtenAt: createdAt,
    by: writerOf(by),
    current,
    names,
  }));
  return { what: thing.what, versions };
}
