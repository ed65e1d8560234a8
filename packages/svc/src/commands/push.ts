import { parse } from "../../../../lib/dotenv/parse";
import { command, expectArgs } from "../command";
import {
  type FilePair,
  findEnvProject,
  linesOfPair,
  pairDiff,
  pairOptions,
  printPairDiff,
  readPairs,
} from "../variables/env-project";
import { afterDoing, exitCodes, CliError } from "../cli-error";
import { keepReferences } from "../variables/kept-references";
import { ChangedMeanwhile } from "../vault/only";
import { confirmed, note, printJson, printLine } from "../terminal/terminal";
import type { VaultClient } from "../vault/vault";

export const push = command({
  usage: "[--project NAME] [--dir FOLDER] [--file TYPE] [--replace-references] [--check] [--yes]",
  summary: "Stores this folder's .env files in an env project",
  details:
    "Shows which names are new, changed and gone, and asks before creating the project or replacing a stored file. Files that the folder lacks are left alone. A reference (svc://…) stays where the file has the value that it leads to.",
  options: {
    ...pairOptions,
    "replace-references": { type: "boolean", help: "store the file's values instead of references" },
  },
  examples: ["svc push --project billing", "svc push --dir apps/web --yes", "svc push --check   # in CI"],
  async run({ flags, args, json, settings, vault }) {
    expectArgs(args);
    const name = flags.project ?? settings().project ?? "";
    const project = await findEnvProject(vault(), name || undefined);
    const read = await readPairs(vault(), project, flags.dir ?? ".", flags.file);
    const pairs =
      project && !flags["replace-references"]
        ? await Promise.all(read.map((pair) => keepReferences(vault(), project.id, pair)))
        : read;
    if (pairs.every(({ onDisk }) => onDisk === null))
      throw new CliError("refused", `${flags.dir ?? "This folder"} holds no such .env file.`);
    const differing = pairs.filter(({ stored, onDisk }) => onDisk !== null && stored !== onDisk);
    const diffs = differing.map((pair) => ({ pair, diff: pairDiff(pair.file, pair.stored, pair.onDisk ?? "") }));
    if (json) printJson(diffs.map(({ diff }) => diff));
    if (differing.length === 0) return json ? undefined : note("The vault has the same files.");
    if (!json)
      for (const { diff, pair } of diffs) {
        printPairDiff(diff);
        printBroken(pair);
      }
    if (flags.check) return exitCodes.refused;
    const question = project
      ? `Replace ${differing
          .filter(({ stored }) => stored !== null)
          .map(({ type }) => type)
          .join(", ")} of ${name}?`
      : `Create the env project ${name}?`;
    if ((!project || differing.some(({ stored }) => stored !== null)) && !(await confirmed(question, flags.yes, true)))
      throw new CliError("refused", "Nothing was stored.");
    const { id } =
      project ??
      (await vault()
        .createEnvProject(name, { new: true })
        .catch((error: unknown) => {
          throw error instanceof ChangedMeanwhile
            ? new CliError(
                "refused",
                `An env project ${name} was created in the meantime, so nothing was stored. Run svc push again to see what it would replace.`,
              )
            : error;
        }));
    const done: Done = { created: project ? null : name, saved: [] };
    for (const pair of differing) {
      await save(vault(), id, pair).catch(async (error: unknown) => {
        throw error instanceof ChangedMeanwhile
          ? await changedFailure(vault(), { id, name }, pair, done)
          : afterDoing(error, saidOf(done));
      });
      done.saved.push(pair.type);
    }
    if (!json) note(`Stored ${differing.map(({ type }) => type).join(", ")} in ${name}.`);
  },
});

/** The lines that whoever reads the file leaves out, unless the stored one has them too. Never shows their content. */
function printBroken({ stored, onDisk }: FilePair): void {
  const brokenIn = (text: string | null) => parse(text ?? "").filter((line) => line.kind === "invalid");
  const known = new Set(brokenIn(stored).map(({ text }) => text));
  for (const { line, message, text } of brokenIn(onDisk))
    if (!known.has(text)) printLine(`  ! line ${line}: ${message}`, process.stderr);
}

/** Only over the version that was read and shown. */
const save = (vault: VaultClient, id: string, { type, onDisk, stored, version }: FilePair) =>
  vault.saveEnvFile(id, type, onDisk ?? "", stored === null ? { new: true } : { version });

/** What a push has done so far: the env project that it created, and the files that it stored. */
type Done = { created: string | null; saved: string[] };

/** As a part of a sentence; null if nothing was done. */
function saidOf({ created, saved }: Done): string | null {
  const files = saved.join(", ");
  if (created === null) return files === "" ? null : `${files} had already been stored`;
  return `the env project ${created} had already been created${files === "" ? "" : `, and ${files} stored`}`;
}

/** Lists what others changed in the file since it was read, and says what had been done before. */
async function changedFailure(
  vault: VaultClient,
  project: { id: string; name: string },
  { type, file, stored }: FilePair,
  done: Done,
): Promise<unknown> {
  try {
    const found = (await vault.getEnvProject(project.id)).files.find(({ fileType }) => fileType === type);
    const current = found ? (await vault.revealEnvFile(project.id, found.id)).content : "";
    const said = saidOf(done);
    return new CliError(
      "refused",
      `${type} of ${project.name} was ${found ? "changed" : "deleted"} in the meantime, so it was not replaced${said === null ? "" : `; ${said}`}. Run svc push again to see what it would replace now. What others changed in it:`,
      linesOfPair(pairDiff(file, stored, current)),
    );
  } catch (error) {
    return afterDoing(error, saidOf(done));
  }
}
