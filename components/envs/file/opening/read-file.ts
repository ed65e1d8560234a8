import { revealEnvFile } from "@/lib/client/http/api";
import { versionOf } from "@/lib/client/http/precondition";
import type { EnvFile } from "@/lib/contracts/vault/envs";

/** A file's text and its version: the list may be older. */
export async function readFile(
  projectId: string,
  { id, version }: EnvFile,
  signal?: AbortSignal,
): Promise<{ content: string; version: number }> {
  let told: number | undefined;
  const { data } = await revealEnvFile(
    { params: { id: projectId, fileId: id } },
    { ...(signal && { signal }), onAnswer: (response) => void (told = versionOf(response)) },
  );
  return { content: data.content, version: told ?? version };
}
