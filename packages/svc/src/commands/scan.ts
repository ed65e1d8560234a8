import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { command } from "../command";
import { exitCodes, CliError } from "../cli-error";
import { Fingerprints } from "../scan/fingerprints";
import { isReference } from "../../../../lib/dotenv/reference";
import { variablesIn } from "../variables/names-diff";
import { type Piece, piecesOf, piecesOfFile } from "../scan/pieces";
import { cutFor, search } from "../scan/search";
import { type Hunk, hunksOf, stagedHunks } from "../scan/staged";
import { note, printJson, printLine, inputFileBytesMax, readInputBytes } from "../terminal/terminal";
import { describeEntry, fetchVariables } from "../variables/variables";
import type { VaultClient } from "../vault/vault";

export const scan = command({
  usage: "[PATH…] [--staged]",
  summary:
    "Looks for the vault's values, and for access keys, in files, folders, a diff or what is staged for a commit",
  details:
    "- reads standard input: of a diff only the added lines, otherwise everything. svc fetches values of 8 bytes and more, turns them into keyed fingerprints and forgets them; it never prints one. It also finds a value inside JSON or a URL, in base64, or a long line of it. It looks for current values, not former ones. Exit code 1 if it found something, 2 if it could not look. Needs export:read; with entries:read and entries:reveal it also looks for ssh and json entries, with envs:read and envs:reveal also for env files.",
  options: { staged: { type: "boolean", help: "what git commit would add" } },
  offers: "files",
  compares: true,
  examples: [
    "svc scan .",
    "svc scan --staged",
    "git diff main | svc scan -",
    "printf '#!/bin/sh\\nexec svc scan --staged\\n' > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit",
  ],
  async run({ flags, args, json, vault }) {
    if ((flags.staged === true) === args.length > 0)
      throw new CliError("usage", "Name what to scan: paths, - for standard input, or --staged.");
    const input = args.includes("-") ? Buffer.from(await readInputBytes(inputFileBytesMax)).toString("latin1") : "";
    const places = flags.staged
      ? stagedHunks()
      : args.flatMap((target): (Hunk | string)[] => (target === "-" ? hunksOf(input) : filesOf(target)));
    const fingerprints = await fingerprintsOf(vault());
    const cut = cutFor(fingerprints);
    // One file after another: all of them at once may be more than memory holds.
    const findings = places.flatMap((place) =>
      typeof place === "string"
        ? findingsIn(place, 1, piecesOfFile(place, cut), fingerprints)
        : findingsIn(
            place.file ?? "-",
            place.firstLine,
            piecesOf(Buffer.from(place.text, "latin1"), cut),
            fingerprints,
          ),
    );
    if (json) printJson(findings);
    else for (const { file, line, holds } of findings) printLine(`${file}:${line}: ${holds}`);
    if (findings.length === 0) return exitCodes.ok;
    if (!json)
      note(
        `Found ${findings.length}. Remove ${findings.length === 1 ? "it" : "them"}. What was already pushed has to be replaced at its service.`,
      );
    return exitCodes.refused;
  },
});

type Found = { file: string; line: number; holds: string };

function findingsIn(file: string, firstLine: number, pieces: Iterable<Piece>, fingerprints: Fingerprints): Found[] {
  const found = looked(file, () => search(pieces, fingerprints));
  return found.map(({ line, label }) => ({ file, line: line + firstLine - 1, holds: label }));
}

const left = new Set([".git", "node_modules"]);

/** The files of what the caller names. Of what has no end, or only one reader, nobody could say that nothing was found in it. */
function filesOf(target: string): string[] {
  const files = filesAt(target);
  if (!files)
    throw new CliError("usage", `${target} is neither a file nor a folder: use - and give it on standard input.`);
  return files;
}

/** Null for a pipe, a socket or a device. Below a folder they are passed over. */
function filesAt(target: string): string[] | null {
  const stats = looked(target, () => statSync(target, { throwIfNoEntry: false }));
  if (!stats) throw new CliError("usage", `There is no ${target}.`);
  if (stats.isFile()) return [target];
  return stats.isDirectory()
    ? looked(target, () => readdirSync(target, { withFileTypes: true }))
        .filter((entry) => !left.has(entry.name) && !entry.isSymbolicLink())
        .flatMap((entry) => filesAt(path.join(target, entry.name)) ?? [])
    : null;
}

/** What can't be looked at ends the scan: without it, nobody could tell that nothing was found. */
function looked<T>(target: string, look: () => T): T {
  try {
    return look();
  } catch (error) {
    throw new CliError(
      "usage",
      `${target} can't be read (${(error as NodeJS.ErrnoException).code}), so nothing was scanned: make it readable, or name what to scan without it.`,
    );
  }
}

async function fingerprintsOf(vault: VaultClient): Promise<Fingerprints> {
  const fingerprints = new Fingerprints();
  for (const { name, value } of await fetchVariables(vault, {})) fingerprints.add(value, name);
  await Promise.all(
    [addDocuments(vault, fingerprints), addEnvFiles(vault, fingerprints)].map((work) => work.catch(noteMissingScope)),
  );
  return fingerprints;
}

async function addDocuments(vault: VaultClient, fingerprints: Fingerprints): Promise<void> {
  const documents = (await vault.listEntries()).filter(
    ({ category }) => category.keyType === "ssh" || category.keyType === "json",
  );
  for (const entry of documents) {
    const isListed = async () => (await vault.listEntries()).some(({ id }) => id === entry.id);
    const { value } = (await revealed(vault.revealEntry(entry.id), describeEntry(entry), isListed)) ?? {};
    if (value === undefined) continue;
    fingerprints.add(typeof value === "string" ? value : JSON.stringify(value), describeEntry(entry));
  }
}

async function addEnvFiles(vault: VaultClient, fingerprints: Fingerprints): Promise<void> {
  for (const { id, name } of await vault.listEnvProjects()) {
    const filesNow = async () => (await unlessDeleted(vault.getEnvProject(id)))?.files ?? [];
    for (const { id: fileId, fileType } of await filesNow()) {
      const isListed = async () => (await filesNow()).some((file) => file.id === fileId);
      const what = `.${fileType} of ${name}`;
      const { content } = (await revealed(vault.revealEnvFile(id, fileId), what, isListed)) ?? { content: "" };
      for (const [variable, value] of variablesIn(content))
        // A reference is not a secret: it is meant to be committed.
        if (!isReference(value)) fingerprints.add(value, `${variable} — ${name} (${fileType})`);
    }
  }
}

/**
 * A value; null if it is deleted while svc looks. The vault answers the same if it can't decrypt it, which ends the scan:
 * only the list tells the two apart.
 */
async function revealed<T>(reveal: Promise<T>, what: string, isListed: () => Promise<boolean>): Promise<T | null> {
  const found = await unlessDeleted(reveal);
  if (found === null && (await isListed())) throw new CliError("refused", `The vault could not decrypt ${what}.`);
  return found;
}

/** What is deleted while svc looks holds nothing to search for; null in its place. */
const unlessDeleted = <T>(look: Promise<T>): Promise<T | null> =>
  look.catch((error: unknown) => {
    const gone = ["ENTRY_NOT_FOUND", "ENV_PROJECT_NOT_FOUND", "ENV_FILE_NOT_FOUND"];
    if (error instanceof CliError && gone.includes(error.code ?? "")) return null;
    throw error;
  });

/** A key's scopes are its creator's choice. If anything else keeps a part from being searched for, the scan fails. */
function noteMissingScope(error: unknown): void {
  if (!(error instanceof CliError) || error.code !== "AUTH_SCOPE_REQUIRED") throw error;
  note(`Not everything was searched for: ${error.message}`);
}
