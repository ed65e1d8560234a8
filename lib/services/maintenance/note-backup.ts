import { isMissingTable, isUnavailable } from "../../db/failures";
import { writeLastBackup } from "../../db/last-backup";
import { runtime } from "../../runtime";

/**
 * Keeps the moment of a backup in the database, for `/metrics`. Returns why it can't, in a few words, and throws nothing:
 * the backup is made, and stands whatever becomes of its time.
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
