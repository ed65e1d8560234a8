import { accessSync, constants, statfsSync } from "node:fs";
import { sqliteCodeOf } from "../db/failures";
import { SettingsError } from "../env";

/** With less free space than this, no file system holds what a start writes. */
const freeBytesMin = 1024 * 1024;

/**
 * Why a start could not read or write its data in `folder`, as a sentence for the operator; undefined if the error does
 * not come from files or SQLite. EFBIG is a size limit of the process or the file system.
 */
export function storageFault(error: unknown, folder: string): SettingsError | undefined {
  const code = sqliteCodeOf(error) ?? (error instanceof Error && "code" in error ? String(error.code) : "");
  const kind = kindOf(code);
  const isFailing = failingCodes.has(kind);
  const isReadOnly = kind === "SQLITE_READONLY";
  const refusal = isFailing || isReadOnly ? refusalOf(folder) : undefined;
  if (fullCodes.has(kind) || (isFailing && isFull(folder)))
    return new SettingsError(
      `There is no room left in ${folder}: free some space on its disk, then start again. What is stored there is safe.`,
    );
  if (kind === "EROFS" || refusal === "EROFS")
    return new SettingsError(
      `${folder} is on a file system that can't be written to: mount it writable, or set VAULT_DATA_DIR to another folder.`,
    );
  if (isDamage(error))
    return new SettingsError(
      `The database in ${folder} is damaged or not a database: restore the latest backup into an empty folder.`,
    );
  // SQLite opens another user's file that everybody may read, and then can't write to it.
  if (deniedCodes.has(kind) || isReadOnly || refusal === "EACCES")
    return new SettingsError(
      `This user may not read or write the files in ${folder} (${code}): run this as the user who owns them.`,
    );
  if (isFailing)
    return new SettingsError(
      `The files in ${folder} can't be read or written (${code}): check its disk, and that this user may use them.`,
    );
  return undefined;
}

/** Whether SQLite found its file damaged, or to be none of its own. */
export const isDamage = (error: unknown): boolean => damagedCodes.has(kindOf(sqliteCodeOf(error) ?? ""));

const kindOf = (code: string) => /^(?:SQLITE_[A-Z]+|E[A-Z]+)/.exec(code)?.[0] ?? "";

const fullCodes = new Set(["ENOSPC", "EDQUOT", "EFBIG", "SQLITE_FULL"]);
const damagedCodes = new Set(["SQLITE_CORRUPT", "SQLITE_NOTADB"]);
const deniedCodes = new Set(["EACCES", "EPERM", "SQLITE_PERM", "SQLITE_AUTH"]);
/** SQLite also reports these if it can't create its files: on a full or read-only disk, or in another user's folder. */
const failingCodes = new Set(["EIO", "SQLITE_IOERR", "SQLITE_CANTOPEN"]);

/** Why the system lets nobody, or not this user, write in a folder; undefined if it does. */
function refusalOf(folder: string): string | undefined {
  try {
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < freeBytesMin;
  } catch {
    return false;
  }
}
