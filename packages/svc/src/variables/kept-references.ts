import { parse } from "../../../../lib/dotenv/parse";
import { isReference } from "../../../../lib/dotenv/reference";
import { replaceValues } from "../../../../lib/dotenv/replace-values";
import { CliError } from "../cli-error";
import type { FilePair } from "./env-project";
import { variablesIn } from "./names-diff";
import type { VaultClient } from "../vault/vault";

/**
 * The file on disk as it is to be stored: where the stored one has a reference, and the disk the very value that it
 * leads to, as `svc pull --resolve` wrote it, the reference stays. Fails if the disk has another value, which would
 * silently end the reference.
 */
export async function keepReferences(vault: VaultClient, projectId: string, pair: FilePair): Promise<FilePair> {
  const { stored, onDisk, file } = pair;
  if (stored === null || onDisk === null) return pair;
  const onDiskValues = variablesIn(onDisk);
  const references = new Map(
    [...variablesIn(stored)].filter(([name, value]) => {
      const other = onDiskValues.get(name);
      return isReference(value) && other !== undefined && !isReference(other);
    }),
  );
  if (references.size === 0 || pair.id === undefined) return pair;
  const resolved = variablesIn((await vault.revealEnvFile(projectId, pair.id, { resolve: true })).content);
  const differing = [...references.keys()].filter((name) => resolved.get(name) !== onDiskValues.get(name));
  if (differing.length > 0)
    throw new CliError(
      "refused",
      `In the vault ${differing.join(", ")} ${differing.length > 1 ? "are references" : "is a reference"}, and ${file} has another value. Change the entry (svc set), or add --replace-references to store the value in the file.`,
    );
  const lines = parse(onDisk).flatMap((line) => {
    const reference = line.kind === "assignment" ? references.get(line.name) : undefined;
    return reference === undefined ? [] : [[line.line, reference] as const];
  });
  return { ...pair, onDisk: replaceValues(onDisk, new Map(lines)).text };
}
