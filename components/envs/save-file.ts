import { getEnvProject, saveEnvFile } from "@/lib/client/api";
import type { OpenFile } from "./use-open-file";

/** Saves a file's draft; `null` when somebody else changed it in the meantime, else when the vault's file was changed by this. */
export async function saveFile(projectId: string, { fileType, draft, knownUpdate }: OpenFile, overwrite: boolean): Promise<string | null> {
  if (!overwrite) {
    const { data: project } = await getEnvProject({ params: { id: projectId } });
    if (project.files.find((file) => file.fileType === fileType)?.updatedAt !== knownUpdate) return null;
  }
  const { data } = await saveEnvFile({ params: { id: projectId }, body: { fileType, content: draft } });
  return data.updatedAt;
}
