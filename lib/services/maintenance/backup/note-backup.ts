import { isMissingTable, isUnavailable } from "../../../db/failures";
import { writeLastBackup } from "../../../db/last-backup";
import { runtime } from "../../../runtime/index";

/**
 * Stores a backup's time in the database, for `/metrics`. Returns a short reason if that fails, and never throws: the
 * backup exists and is valid either way.
 */
export async function noteBackup(madeAt: Date): Promise<string | null> {
  try {
    await writeLastBackup(runtime().db, madeAt);
    return null;
  } catch (error) {
    if (isMissingTable(error)) return "it is of an older version, which keeps none";
    return isUnavailable(error) ? "it can't be written right now" : "it refuses this user the write";
  }
}
