import type { EnvFileType } from "../../../../lib/contracts/vault/envs";
import { replaceValues } from "../../../../lib/dotenv/replace-values";
import type { VariableLink } from "../../../../lib/contracts/vault/references";
import { CliError, sentence } from "../cli-error";
import { ChangedMeanwhile } from "./only";
import type { VaultClient } from "./vault";

/** An env file with the variables that have to do with an entry. */
type UsingFile = {
  projectId: string;
  projectName: string;
  fileId: string;
  fileType: EnvFileType;
  variables: { name: string; line: number }[];
};

/** Files that refer to a value, and files that hold one which it had before. */
export type Uses = { linked: UsingFile[]; outdated: UsingFile[] };

/** For programs. */
export const placesIn = ({ projectName, fileType, variables }: UsingFile) =>
  variables.map(({ name, line }) => ({ name, project: projectName, file: fileType, line }));

/** For people. */
export const placesOf = ({ projectName, fileType, variables }: UsingFile): string[] =>
  variables.map(({ name, line }) => `${name}  ${projectName}, .${fileType}, line ${line}`);

type Used = { entryId: string; field: string | null };

/** Where the vault's env files use an entry's value, or that of a group's field. */
export async function findUses(vault: VaultClient, used: Used): Promise<Uses> {
  const { files } = await vault.getEntryUses(used.entryId);
  const inState = (state: VariableLink["state"], links: readonly (readonly VariableLink[])[]) =>
    files.flatMap(({ projectId, projectName, fileId, fileType }, index) => {
      const variables = (links[index] ?? []).filter((link) => link.state === state);
      return variables.length > 0 ? [{ projectId, projectName, fileId, fileType, variables }] : [];
    });
  const links = await Promise.all(files.map((file) => linksTo(vault, used, file)));
  return { linked: inState("linked", links), outdated: inState("outdated", links) };
}

const linksTo = async (
  vault: VaultClient,
  { entryId, field }: Used,
  { projectId, fileId }: { projectId: string; fileId: string },
): Promise<VariableLink[]> =>
  (await vault.listFileLinks(projectId, fileId)).filter((link) => link.entryId === entryId && link.field === field);

/**
 * Writes a value into these files instead of the former ones, each file only as it was read; every other byte stays as
 * it is. Returns the files that were written. Any failure says that the entry has its new value: whoever saw only that svc
 * failed would rotate again.
 */
export async function updateFiles(
  vault: VaultClient,
  used: Used,
  files: readonly UsingFile[],
  value: string,
): Promise<UsingFile[]> {
  const updated: UsingFile[] = [];
  for (const file of files) {
    await updateFile(vault, used, file, value).catch((error: unknown) => {
      throw error instanceof CliError ? unfinished(file, error, updated) : error;
    });
    updated.push(file);
  }
  return updated;
}

async function updateFile(vault: VaultClient, used: Used, file: UsingFile, value: string): Promise<void> {
  const { projectId, fileId, fileType } = file;
  const { content, version } = await vault.revealEnvFile(projectId, fileId);
  // Only now: if the file is still at this version when it is saved, these are the lines of this content.
  const links = await linksTo(vault, used, file);
  const lines = new Map(links.filter(({ state }) => state === "outdated").map(({ line }) => [line, value]));
  const { text, unwritable } = replaceValues(content, lines);
  if (unwritable.length > 0) throw new CliError("refused", "the value does not fit into it");
  await vault.saveEnvFile(projectId, fileType, text, { version });
}

function unfinished({ projectName, fileType }: UsingFile, error: CliError, updated: readonly UsingFile[]): CliError {
  const why = error instanceof ChangedMeanwhile ? "it was changed in the meantime" : error.message;
  const done = updated.flatMap(placesOf);
  return new CliError(
    kindOnceReplaced(error),
    `The entry has its new value. .${fileType} of ${projectName} was not updated: ${sentence(why)}${done.length > 0 ? ` Updated: ${done.join("; ")}.` : ""} Fix it on its page, and don't rotate again for that.`,
  );
}

/**
 * How svc ends if it fails once the entry has its new value. That the vault can't be reached would ask for another try,
 * which would replace the value again; that the key is no longer taken asks for another key.
 */
export const kindOnceReplaced = ({ kind }: CliError) => (kind === "authentication" ? kind : "refused");
