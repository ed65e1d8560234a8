import { command, expectArgs } from "../command";
import { findEnvProject, pairDiff, pairOptions, printPairDiff, readPairs } from "../variables/env-project";
import { afterDoing, exitCodes, CliError } from "../cli-error";
import { confirmed, note, printJson } from "../terminal/terminal";
import { writePrivately } from "../written-file";

export const pull = command({
  usage: "[--project NAME] [--dir FOLDER] [--file TYPE] [--resolve] [--check] [--yes]",
  summary: "Writes an env project's files to this folder",
  details:
    "Shows which names are new, changed and gone, and asks before overwriting a file. Files that the vault lacks are left alone.",
  options: {
    ...pairOptions,
    resolve: { type: "boolean", help: "replace references (svc://…) with the values they lead to" },
  },
  examples: [
    "svc pull --project billing",
    "svc pull --resolve --yes",
    "svc pull --file env.local --yes",
    "svc pull --check   # in CI",
  ],
  async run({ flags, args, json, settings, vault }) {
    expectArgs(args);
    const name = flags.project ?? settings().project;
    const project = await findEnvProject(vault(), name);
    if (!project) throw new CliError("refused", `There is no env project ${name}.`);
    const pairs = await readPairs(vault(), project, flags.dir ?? ".", flags.file, { resolve: flags.resolve === true });
    const differing = pairs.filter(({ stored, onDisk }) => stored !== null && stored !== onDisk);
    const diffs = differing.map(({ file, onDisk, stored }) => pairDiff(file, onDisk, stored ?? ""));
    if (json) printJson(diffs);
    if (differing.length === 0) return json ? undefined : note("The files are the same as in the vault.");
    if (!json) diffs.forEach(printPairDiff);
    if (flags.check) return exitCodes.refused;
    const overwritten = differing.filter(({ onDisk }) => onDisk !== null).map(({ file }) => file);
    if (overwritten.length > 0 && !(await confirmed(`Overwrite ${overwritten.join(", ")}?`, flags.yes, true)))
      throw new CliError("refused", "Nothing was written.");
    const written: string[] = [];
    for (const { file, stored } of differing)
      try {
        writePrivately(file, stored ?? "");
        written.push(file);
      } catch (error) {
        throw afterDoing(error, written.length > 0 ? `${written.join(", ")} had already been written` : null);
      }
    if (!json) note(`Wrote ${differing.map(({ file }) => file).join(", ")}.`);
  },
});
