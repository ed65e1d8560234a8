import path from "node:path";
import type { EnvelopeVersion } from "../crypto/sealing/envelope";
import { envelopeOf, readKeyCheck, sealKeyCheck } from "../crypto/sealing/key-check";
import { createVault } from "../crypto/sealing/vault";
import { databaseKind, sqliteFile } from "../db/client";
import { isMissingTable } from "../db/failures";
import { type DatabaseHandles, openDatabaseHandles } from "../db/database-handles";
import { storedInstant } from "../db/instants";
import { withPreparationLock } from "../db/postgresql/migrate";
import { migrateSqlite } from "../db/sqlite/migrate";
import { databaseName } from "../db/postgresql/protocol/connection";
import { findAnyUser } from "../db/queries/access/sessions";
import { insertKeyCheck, listKeyChecks } from "../db/queries/maintenance/key-checks";
import { bound } from "../db/queries/query";
import { type Settings, SettingsError } from "../env";
import { afterMigration } from "./former-release";
import { databaseUrl } from ".";
import { type Lock, lockDatabase } from "./lock";
import { assertNotUnfinished } from "./create-database";
import { makeFolders } from "./make-folders";
import { createMasterKey, loadKeyRing, lostMasterKey, missingMasterKey } from "./master-key";
import { keepPrivate } from "./private-files";
import { storageFault } from "./storage-fault";

/** A proxy that does not know yet which server is the primary leads to any of them. */
const otherDatabase =
  "The database was prepared, but another connection to it doesn't show its tables, so DATABASE_URL leads to more than one server, perhaps to a standby that is behind: let it lead to the primary only, then start again.";

export type Prepared = {
  lock: Lock;
  database: string;
  migrations: string[];
  madeMasterKey: boolean;
  /** The form that this database's values are sealed in. */
  envelope: EnvelopeVersion;
  /** Whether anybody has an account yet. */
  hasAccounts: boolean;
};

/**
 * Prepares the data before anything is served: folder, lock, migrations, master key. Throws `SettingsError` or
 * `MigrationError` with a sentence for the operator. In that case, nothing important has changed.
 */
export async function prepare(settings: Settings, migrationsFolder: string): Promise<Prepared> {
  makeFolder(settings.VAULT_DATA_DIR);
  try {
    return await (databaseKind(databaseUrl(settings)) === "postgresql"
      ? preparePostgresql(settings, migrationsFolder)
      : prepareSqlite(settings, migrationsFolder));
  } catch (error) {
    throw storageFault(error, settings.VAULT_DATA_DIR) ?? error;
  }
}

/**
 * Runs as a whole in one process at a time: of replicas that start at once, one migrates and one creates the master
 * key.
 */
function preparePostgresql(settings: Settings, migrationsFolder: string): Promise<Prepared> {
  return withPreparationLock(databaseUrl(settings), async (migrate) => {
    const migrations = await migrate(path.join(migrationsFolder, "postgresql"), afterMigration(loadKeyRing(settings)));
    const keys = await checkMasterKeysIn(settings).catch((error: unknown) => {
      throw isMissingTable(error) ? new SettingsError(otherDatabase) : error;
    });
    return { lock: { release: () => {} }, database: databaseName(databaseUrl(settings)), migrations, ...keys };
  });
}

async function prepareSqlite(settings: Settings, migrationsFolder: string): Promise<Prepared> {
  const database = path.resolve(sqliteFile(databaseUrl(settings)));
  makeFolder(path.dirname(database));
  const lock = lockDatabase(database);
  try {
    assertNotUnfinished(database);
    keepPrivate(database);
    const migrations = migrateSqlite(
      database,
      path.join(migrationsFolder, "sqlite"),
      afterMigration(loadKeyRing(settings)),
    );
    return { lock, database, migrations, ...(await checkMasterKeysIn(settings)) };
  } catch (error) {
    lock.release();
    throw storageFault(error, path.dirname(database)) ?? error;
  }
}

type CheckedKeys = Pick<Prepared, "madeMasterKey" | "envelope">;

async function checkMasterKeysIn(settings: Settings): Promise<CheckedKeys & Pick<Prepared, "hasAccounts">> {
  const database = openDatabaseHandles(databaseUrl(settings), () => {
    throw new RangeError("nothing is recorded before the master keys are checked");
  });
  try {
    const keys = await checkMasterKeys(settings, database);
    return { ...keys, hasAccounts: (await database.reads.get(findAnyUser, {})) !== undefined };
  } finally {
    await database.close();
  }
}

function makeFolder(folder: string): void {
  try {
    makeFolders(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") throw storageFault(error, folder);
    throw new SettingsError(
      `The folder ${folder} can't be created: set VAULT_DATA_DIR to one that this user may write to.`,
    );
  }
}

/**
 * Proves that the key ring opens the stored values, by the check value of each key that was ever used. Creates a master
 * key only if the database holds no ciphertext yet.
 */
async function checkMasterKeys(settings: Settings, { reads, writes }: DatabaseHandles): Promise<CheckedKeys> {
  const checks = await reads.all(listKeyChecks, {});
  const given = loadKeyRing(settings);
  if (!given && checks.length > 0)
    throw lostMasterKey(
      settings,
      checks.map(({ keyId }) => keyId),
    );
  const ring = given ?? createMasterKey(settings);
  const missing = checks.filter(({ keyId }) => !ring.find(keyId));
  if (missing.length > 0)
    throw missingMasterKey(
      missing.map(({ keyId }) => keyId),
      ring.ids,
    );
  const vault = createVault(ring);
  const wrong = checks.find((check) => readKeyCheck(vault, check) !== "current");
  if (wrong)
    throw new SettingsError(
      `The database's check value of the master key ${wrong.keyId} can't be opened, although that key was given: the database is damaged, or contains parts of an older one. Restore a backup.`,
    );
  const envelope = envelopeOf(checks);
  if (!checks.some(({ keyId }) => keyId === vault.sealingKeyId)) {
    const keyId = vault.sealingKeyId;
    await writes.run(
      bound(insertKeyCheck, { keyId, sealedCheck: sealKeyCheck(ring, keyId, envelope), at: storedInstant(new Date()) }),
    );
  }
  return { madeMasterKey: given === null, envelope };
}
