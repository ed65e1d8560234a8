import { findAssignments } from "../../../../lib/dotenv/find-references";
import { isReference } from "../../../../lib/dotenv/reference";
import { replaceWritten } from "../../../../lib/dotenv/replace-values";
import { CliError } from "../cli-error";
import type { FilePair } from "./env-project";
import type { VaultClient } from "../vault/vault";

/**
 * The file on disk as it is to be stored: where the stored one has a reference, and the disk the very value that it
 * leads to, as `svc pull --resolve` wrote it, the reference stays, with the quotes that it had. Fails if the disk has
 * another value, which would silently end the reference.
 */
export async function keepReferences(vault: VaultClient, projectId: string, pair: FilePair): Promise<FilePair> {
  const { stored, onDisk, file, id } = pair;
  if (stored === null || onDisk === null || id === undefined) return pair;
  const now = placesIn(onDisk);
  const references = [...placesIn(stored)].flatMap(([key, was]) => {
    const is = now.get(key);
    return is && isReference(was.value) ? [{ key, was, is }] : [];
  });
  if (references.every(({ is }) => isReference(is.value))) return pair;
  const { content } = await vault.revealEnvFile(projectId, id, { resolve: true });
  if (content === onDisk) return { ...pair, onDisk: stored };
  const resolved = placesIn(content);
  const kept = new Map<number, string>();
  const differing: string[] = [];
  for (const { key, was, is } of references)
    if (is.value === resolved.get(key)?.value) kept.set(is.line, was.written);
    else if (was.isLast && !isReference(is.value)) differing.unshift(was.name);
  if (differing.length > 0)
    throw new CliError(
      "refused",
      `In the vault ${differing.join(", ")} ${differing.length > 1 ? "are references" : "is a reference"}, and ${file} has another value. Change the entry (svc set), or add --replace-references to store the value in the file.`,
    );
  return { ...pair, onDisk: replaceWritten(onDisk, (line) => kept.get(line)) };
}

type Place = { name: string; isLast: boolean; line: number; value: string; written: string };

/** The assignments by their names and how many of the same name follow: readers take the last one. */
function placesIn(text: string): Map<string, Place> {
  const places = new Map<string, Place>();
  const counts = new Map<string, number>();
  for (const { line, name, value, from, to } of findAssignments(text).reverse()) {
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    places.set(`${name} ${count}`, { name, isLast: count === 0, line, value, written: text.slice(from, to) });
  }
  return places;
}
