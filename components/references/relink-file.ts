import { ApiError } from "@/lib/client/http/api-error";
import { revealEnvFile, saveEnvFile } from "@/lib/client/http/api";
import { onlyAt, versionOf } from "@/lib/client/http/precondition";
import { listFileLinks } from "@/lib/client/http/resources/references-api";
import type { EnvFileType } from "@/lib/contracts/vault/envs";
import { replaceValues } from "@/lib/dotenv/replace-values";
import { findLinkable } from "./linkable";
import type { LookUp } from "./look-up";

export type FileToRelink = { projectId: string; fileId: string; fileType: EnvFileType };

/** The variables that were linked, or why none was. */
export type Mended = { linked: string[] } | { refused: string };

/**
 * Makes links of the values in a file that an entry had before, and saves it, unless somebody changed the file
 * meanwhile. Throws what the vault refuses.
 */
export async function relinkFile(
  { projectId, fileId, fileType }: FileToRelink,
  entryId: string,
  lookUp: LookUp | undefined,
): Promise<Mended> {
  const params = { id: projectId, fileId };
  let version: number | undefined;
  const { data: file } = await revealEnvFile(
    { params },
    { onAnswer: (response) => void (version = versionOf(response)) },
  );
  const { data: links } = await listFileLinks({ params });
  const chosen = findLinkable(file.content, file.content, links, lookUp).filter(
    (one) => one.state === "outdated" && one.entryId === entryId,
  );
  if (version === undefined || chosen.length === 0)
    return { refused: "Nothing to link was found here. Open the file to see its values." };
  const { text } = replaceValues(file.content, new Map(chosen.map(({ line, reference }) => [line, reference])));
  try {
    await saveEnvFile({ params: { id: projectId }, body: { fileType, content: text } }, onlyAt(version));
  } catch (error) {
    if (error instanceof ApiError && error.code === "CHANGED_MEANWHILE")
      return { refused: "Somebody changed the file meanwhile, so it was left as it is. Try again." };
    throw error;
  }
  return { linked: [...new Set(chosen.map(({ name }) => name))] };
}
