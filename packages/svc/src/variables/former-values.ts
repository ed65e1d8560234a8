import type { Actor } from "../../../../lib/contracts/access/activity";
import { type Advice, ofCommandLine } from "./advice";
import { chosenEntry, idOption } from "./chosen-entry";
import { expectArgs, type Call, type Options, refuseOptions, selection } from "../command";
import { CliError } from "../cli-error";
import { envFileTypes, findEnvProject } from "./env-project";
import { describeEntry, selectionOf } from "./variables";
import type { Settings } from "../settings";

/** What svc shows of a value that an entry or env file has or had. */
type Version = { version: number; createdAt: string; by: Actor | null; current: boolean; names: string[] };

/** An entry or env file, with what it had. */
export type WithVersions = {
  what: string;
  list(): Promise<Version[]>;
  /** As it is now. */
  version: number | undefined;
  /** Only if nothing has changed since it was chosen. Resolves with the new version, or the same if it has that value. */
  restore(version: number): Promise<number>;
};

export const historyOptions = {
  ...selection,
  ...idOption,
  file: {
    type: "string",
    short: "f",
    value: "TYPE",
    values: envFileTypes,
    help: "instead of NAME: an env file, whose env project --project names",
  },
} as const satisfies Options;

type Choice = Pick<Call<typeof historyOptions>, "flags" | "args" | "vault"> & {
  settings(): Pick<Settings, "project" | "env">;
  advice?: Advice;
};

/** The entry that NAME chooses, or the env file that --file does. */
export async function chosenThing({
  flags,
  args,
  settings,
  vault,
  advice = ofCommandLine,
}: Choice): Promise<WithVersions> {
  if (flags.file !== undefined) {
    expectArgs(args);
    const why = "--file names an env file by its type, such as env.production";
    refuseOptions(flags, ["env", "id"], (option) => `${why}: leave out ${option}.`);
    return chosenFile(vault(), flags.project ?? settings().project, flags.file);
  }
  const [name = ""] = expectArgs(args, "NAME");
  const entry = await chosenEntry(vault(), name, selectionOf(flags, settings()), flags.id, advice);
  const { id, version } = entry;
  return {
    what: describeEntry(entry),
    version,
    list: async () =>
      (await vault().listEntryVersions(id)).map(({ fieldNames, ...row }) => ({ ...row, names: fieldNames ?? [] })),
    restore: async (former) => (await vault().restoreEntryVersion(id, former, { version })).version,
  };
}

async function chosenFile(
  vault: ReturnType<Call<Options>["vault"]>,
  projectName: string | undefined,
  type: string,
): Promise<WithVersions> {
  const project = await findEnvProject(vault, projectName);
  if (!project) throw new CliError("refused", `There is no env project ${projectName}.`);
  const fileType = envFileTypes.find((known) => known === type.replace(/^\./, ""));
  if (!fileType) throw new CliError("usage", `--file takes one of ${envFileTypes.join(", ")}.`);
  const file = (await vault.getEnvProject(project.id)).files.find((candidate) => candidate.fileType === fileType);
  if (!file) throw new CliError("refused", `${project.name} has no file .${fileType}.`);
  return {
    what: `${project.name}, .${fileType}`,
    version: file.version,
    list: async () =>
      (await vault.listEnvFileVersions(project.id, file.id)).map(({ variableNames, ...row }) => ({
        ...row,
        names: variableNames,
      })),
    restore: async (former) =>
      (await vault.restoreEnvFileVersion(project.id, file.id, former, { version: file.version })).version,
  };
}

/** Who wrote it, in a word. */
export const writerOf = (by: Actor | null): string =>
  by === null ? "unknown" : (by.name ?? by.keyPrefix ?? (by.kind === "session" ? "a session" : `the ${by.kind}`));
