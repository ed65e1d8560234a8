import { saveEnvFile } from "@/lib/client/http/api";
import { onlyAt, onlyNew } from "@/lib/client/http/precondition";
import { ApiError } from "@/lib/client/http/api-error";
import type { OpenFile } from "./open-file";

/** What became of a save: the file's new version; or, as somebody else had changed it, nothing but what the vault holds now (null: no such file). */
export type SaveOutcome = { savedAs: number } | { standing: number | null };

/** Saves a file's draft over the version that is known here alone, or as a new file where none is known. */
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
