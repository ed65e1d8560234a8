import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { envelopeOf } from "../crypto/sealing/key-check";
import type { Vault } from "../crypto/sealing/vault";
import { type Db, openDatabase, sqliteFile } from "../db/client";
import { type Migration, readMigrations } from "../db/migrate";
import { assertReachable } from "../db/postgresql/migrate";
import { appliedMigrations } from "../db/rows";
import { processSettings, type Settings, SettingsError } from "../env";
import { databaseKind, databaseUrl, isUnavailable, type Runtime, runtime } from "../runtime";
import { databaseIsHeld } from "../runtime/lock";
import { loadKeyRing, lostMasterKey, masterKeyFile } from "../runtime/master-key";
import { prepare } from "../runtime/prepare";
import { isDamage, storageFault } from "../runtime/storage-fault";
import type { AdminContext } from "./context";
import { CliError } from "./cli-error";
import { tellLine } from "./print";

const kindOf = (settings: Settings) => databaseKind(databaseUrl(settings));

/** This version's migrations for the configured database. */
export const ownMigrations = (settings: Settings, { migrationsFolder }: AdminContext): Migration[] =>
  readMigrations(path.join(migrationsFolder, kindOf(settings)));

/** The embedded database's file; null if the database is a server. */
export const databaseFileOf = (settings: Settings): string | null =>
  kindOf(settings) === "sqlite" ? path.resolve(sqliteFile(databaseUrl(settings))) : null;

/**
 * Opens the vault for a command, with or without a running server. `prepared`: first do what a start would do
 * (migrations, check value of the first master key), unless a server has done so. "made": even where there is none yet,
 * and say so; "alone": only if no server can be running. Otherwise nothing is changed. `without` names migrations that the
 * command does not need.
 */
export async function openVault(
  context: AdminContext,
  { prepared, without = [] }: { prepared?: "made" | "alone"; without?: readonly string[] } = {},
): Promise<Runtime> {
  const settings = processSettings();
  const file = databaseFileOf(settings);
  assertOwner(settings.VAULT_DATA_DIR);
  try {
    if (prepared !== "made" && file !== null && !isThere(file))
      throw new CliError(
        `There is no vault at ${file}: set VAULT_DATA_DIR or DATABASE_URL to the one you mean, or start it once.`,
      );
    // On PostgreSQL processes prepare one after another; a SQLite file held by a vault has been prepared by it.
    const running = file !== null && isThere(file) && databaseIsHeld(file);
    if (prepared && !running && !(prepared === "alone" && file === null)) await prepareLikeStart(settings, context);
    await assertMasterKeyGiven(settings);
    return await openPrepared(settings, context, without);
  } catch (error) {
    // With the reason, which no failed query tells.
    if (file === null && isUnavailable(error)) await assertReachable(databaseUrl(settings));
    throw (file !== null && storageFault(error, path.dirname(file))) || error;
  }
}

async function prepareLikeStart(settings: Settings, context: AdminContext): Promise<void> {
  const { lock, database, migrations, madeMasterKey } = await prepare(settings, context.migrationsFolder);
  lock.release();
  if (migrations.length < ownMigrations(settings, context).length) return;
  tellLine(
    `made a new vault: ${database}${madeMasterKey ? `, and its master key ${masterKeyFile(settings)}: back up both, since nothing opens the one without the other` : ""}`,
  );
}

/** Whether a file is there. Throws `SettingsError` if this user may not know. */
export function isThere(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw storageFault(error, path.dirname(file)) ?? error;
  }
}

async function openPrepared(settings: Settings, context: AdminContext, without: readonly string[]): Promise<Runtime> {
  const open = runtime();
  const applied = await appliedMigrations(open.db).catch((error: unknown) => {
    if (isUnavailable(error) || isDamage(error)) throw error;
    throw new CliError(
      "There is no vault in this database: set DATABASE_URL to the one you mean, or start the vault on it once.",
    );
  });
  const own = ownMigrations(settings, context).map(({ name }) => name);
  if (own.some((name) => !applied.includes(name) && !without.includes(name)))
    throw new CliError(
      "The database is from an older version than this command: start this version of the vault on it once, then try again.",
    );
  if (applied.some((name) => !own.includes(name)))
    throw new CliError("The database is from a newer version than this command: use the command of that version.");
  open.vault.sealIn(envelopeOf(await open.db.keyCheck.findMany({ omit: { sealedCheck: false } })));
  return open;
}

/**
 * The vault can't be opened without a master key. Throws `SettingsError`, which names the keys that encrypted its
 * values.
 */
async function assertMasterKeyGiven(settings: Settings): Promise<void> {
  if (loadKeyRing(settings)) return;
  const db = openDatabase(databaseUrl(settings));
  try {
    const checks = await db.keyCheck.findMany({ orderBy: { createdAt: "asc" } });
    if (checks.length > 0)
      throw lostMasterKey(
        settings,
        checks.map(({ keyId }) => keyId),
      );
  } catch (error) {
    if (error instanceof SettingsError || isUnavailable(error) || isDamage(error)) throw error;
    // No such table: the caller reports a missing or never started vault.
  } finally {
    await db.$disconnect();
  }
}

/** The ids of the master keys that values may be sealed under, and which of them were not given. */
export async function keysOf(db: Db, vault: Vault): Promise<{ used: string[]; missing: string[] }> {
  const used = (await db.keyCheck.findMany({ select: { keyId: true } })).map(({ keyId }) => keyId);
  return { used, missing: used.filter((keyId) => !vault.keyIds.includes(keyId)) };
}

/** The vault's own user could not use files created by root. */
export function assertOwner(dataFolder: string): void {
  if (process.getuid?.() !== 0 || !existsSync(dataFolder)) return;
  const { uid } = statSync(dataFolder);
  if (uid !== 0)
    throw new CliError(
      `${dataFolder} belongs to user ${uid}: run this as that user (sudo -u '#${uid}' …), or the vault could not use the files that root makes.`,
    );
}
