import { statSync } from "node:fs";
import path from "node:path";
import type { EnvFileType, EnvProject } from "../../../../lib/contracts/vault/envs";
import { CliError } from "../cli-error";
import { diffNames, linesOf, type NamesDiff, variablesIn } from "./names-diff";
import { printLine, readText } from "../terminal/terminal";
import type { VaultClient } from "../vault/vault";

/** The files that an env project can have. */
export const envFileTypes = [
  "env",
  "env.local",
  "env.production",
  "env.development",
] as const satisfies readonly EnvFileType[];

/** One .env file in the vault, with its version, and on disk; null where it does not exist. */
export type FilePair = {
  type: EnvFileType;
  /** Of the stored file. */
  id: string | undefined;
  file: string;
  stored: string | null;
  version: number | undefined;
  onDisk: string | null;
};

export type PairDiff = NamesDiff & { file: string };

export const pairOptions = {
  project: {
    type: "string",
    short: "p",
    value: "NAME",
    asks: "env-projects",
    help: "the env project; default: the one in .svc.json",
  },
  dir: {
    type: "string",
    short: "d",
    value: "FOLDER",
    asks: "files",
    help: "the folder with the files (default: this one)",
  },
  file: {
    type: "string",
    short: "f",
    value: "TYPE",
    values: envFileTypes,
    help: "one of env, env.local, env.production, env.development; default: all",
  },
  check: { type: "boolean", help: "change nothing: exit code 1 if anything differs" },
  yes: { type: "boolean", short: "y", help: "don't ask" },
} as const;

/** The env project of that name, or null. Fails when several have it. */
export async function findEnvProject(vault: VaultClient, name: string | undefined): Promise<EnvProject | null> {
  if (!name) throw new CliError("usage", "Which env project? Add --project, or set project in .svc.json.");
  const found = (await vault.listEnvProjects()).filter((project) => project.name === name);
  if (found.length > 1) throw new CliError("refused", `${found.length} env projects are called ${name}: rename one.`);
  return found[0] ?? null;
}

export async function readPairs(
  vault: VaultClient,
  project: EnvProject | null,
  folder: string,
  only: string | undefined,
  { resolve = false } = {},
): Promise<FilePair[]> {
  const types = envFileTypes.filter((type) => only === undefined || type === only.replace(/^\./, ""));
  if (types.length === 0) throw new CliError("usage", `--file takes one of ${envFileTypes.join(", ")}.`);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new CliError("usage", `There is no folder ${folder}.`);
  const files = project ? (await vault.getEnvProject(project.id)).files : [];
  return Promise.all(
    types.map(async (type) => {
      const stored = files.find(({ fileType }) => fileType === type);
      const file = path.join(folder, `.${type}`);
      const { content, version = stored?.version } =
        project && stored ? await vault.revealEnvFile(project.id, stored.id, { resolve }) : { content: null };
      return { type, id: stored?.id, file, stored: content, version, onDisk: readText(file) };
    }),
  );
}

/** How names change if `after` replaces `before`. */
export const pairDiff = (file: string, before: string | null, after: string): PairDiff => ({
  file,
  ...diffNames(variablesIn(before ?? ""), variablesIn(after)),
});

/** Its names, or that it is about something else. */
export function linesOfPair(diff: PairDiff): string[] {
  const lines = linesOf(diff);
  return lines.length > 0 ? lines : ["(comments, order or line breaks)"];
}

export function printPairDiff(diff: PairDiff): void {
  printLine(diff.file, process.stderr);
  for (const line of linesOfPair(diff)) printLine(`  ${line}`, process.stderr);
}
