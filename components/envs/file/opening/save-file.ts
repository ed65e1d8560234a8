import { saveEnvFile } from "@/lib/client/http/api";
import { onlyAt, onlyNew } from "@/lib/client/http/precondition";
import { ApiError } from "@/lib/client/http/api-error";
import type { OpenFile } from "./open-file";

/**
 * The result of a save: the new version; or, if somebody else had changed the file, what the vault holds now (null: no
 * such file).
 */
export type SaveOutcome = { savedAs: number } | { standing: number | null };

/** Saves a draft only over the version known here, or as a new file if none is known. */
export async function saveFile(
  projectId: string,
  { fileType, draft }: OpenFile,
  knownVersion: number | undefined,
): Promise<SaveOutcome> {
  try {
    const { data } = await saveEnvFile(
      { params: { id: projectId }, body: { fileType, content: draft } },
      knownVersion === undefined ? onlyNew : onlyAt(knownVersion),
    );
    return { savedAs: data.version };
  } catch (error) {
    if (error instanceof ApiError && error.code === "CHANGED_MEANWHILE")
      return { standing: error.current?.version ?? null };
    throw error;
  }
}
