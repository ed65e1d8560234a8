import { open } from "node:fs/promises";

/** Resolves once a file's content, or the names in a folder, are on disk. */
export async function syncPath(name: string): Promise<void> {
  const handle = await open(name, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
