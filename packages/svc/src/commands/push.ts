import { command, expectArgs } from "../command";
import { findEnvProject, pairDiff, pairOptions, printPairDiff, readPairs } from "../env-project";
import { exitCodes, Failure } from "../failure";
import { confirmed, note, printJson } from "../terminal";

export const push = command({
  usage: "[--project NAME] [--dir FOLDER] [--file TYPE] [--check] [--yes]",
  summary: "Stores this folder's .env files in an env project",
  details: "Shows which names come, change and go, and asks before the project is made or a stored file is replaced. Files that the folder lacks are left alone.",
  options: pairOptions,
  examples: ["svc push --project billing", "svc push --dir apps/web --yes", "svc push --check   # in CI"],
  async run({ flags, args, json, settings, vault }) {
    expectArgs(args);
    const name = flags.project ?? settings().project ?? "";
    const project = await findEnvProject(vault(), name || undefined);
    const pairs = await readPairs(vault(), project, flags.dir ?? ".", flags.file);
    if (pairs.every(({ onDisk }) => onDisk === null)) throw new Failure("refused", `${flags.dir ?? "This folder"} holds no such .env file.`);
    const differing = pairs.filter(({ stored, onDisk }) => onDisk !== null && stored !== onDisk);
    const diffs = differing.map(({ file, onDisk, stored }) => pairDiff(file, stored, onDisk ?? ""));
    if (json) printJson(diffs);
    if (differing.length === 0) return json ? undefined : note("The vault has the files as they are here.");
    if (!json) diffs.forEach(printPairDiff);
    if (flags.check) return exitCodes.refused;
    const question = project ? `Replace ${differing.filter(({ stored }) => stored !== null).map(({ type }) => type).join(", ")} of ${name}?` : `Make the env project ${name}?`;
    if ((!project || differing.some(({ stored }) => stored !== null)) && !(await confirmed(question, flags.yes))) throw new Failure("refused", "Nothing was stored.");
    const { id } = project ?? (await vault().createEnvProject(name));
    for (const { type, onDisk } of differing) await vault().saveEnvFile(id, type, onDisk ?? "");
    if (!json) note(`Stored ${differing.map(({ type }) => type).join(", ")} in ${name}.`);
  },
});
