import { type FileHandle, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { syncPath } from "../../../runtime/sync-path";

/**
 * Writes a file that gets its name only once it is complete and on disk; nothing stays of one that fails. `beforeRename`
 * runs in between: if it throws, there is no file.
 */
export async function writeWhole<R>(
  file: string,
  write: (handle: FileHandle) => Promise<R>,
  beforeRename: () => Promise<void> = async () => {},
): Promise<R> {
  const unfinished = `${file}.${process.pid}.part`;
  const handle = await open(unfinished, "wx", 0o600);
  try {
    const written = await write(handle);
    await handle.sync();
    await handle.close();
    await beforeRename();
    await rename(unfinished, file);
    // The new name is durable only then.
    await syncPath(path.dirname(file));
    return written;
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(unfinished, { force: true });
    throw error;
  }
}
