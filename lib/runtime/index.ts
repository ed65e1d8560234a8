import path from "node:path";
import { type ActivityChain, createActivityChain } from "../crypto/macs/activity-chain";
import { createRights, type Rights } from "../crypto/macs/rights";
import { createVault, type Vault } from "../crypto/sealing/vault";
import { type DatabaseKind, databaseKind, type Db } from "../db/client";
import { openDatabaseHandles } from "../db/database-handles";
import type { PoolState } from "../db/pool";
import type { SqlReader, SqlWriter } from "../db/sql";
import { processSettings, type Settings, SettingsError } from "../env";
import { log } from "../log";
import { loadKeyRing } from "./master-key";

export { databaseKind } from "../db/client";
export { EndedCallerError, isUnavailable, RefusedRecordError } from "../db/failures";

/** The parts that exist once in a process: settings, database connection, open key ring. */
export type Runtime = {
  settings: Settings;
  readonly db: Db;
  /** Reads in SQL, for what every request needs. */
  reads: SqlReader;
  /** Frequent writes in SQL, many to a commit. */
  writes: SqlWriter;
  /** The state of the connections that all of these share. */
  poolState(): PoolState;
  close(): Promise<void>;
  databaseKind: DatabaseKind;
  vault: Vault;
  /**
   * Makes and checks the MACs of rows that give rights. The log reports a row that isn't genuine, without its contents.
   */
  rights: Rights;
  /** Makes and checks the MACs of activity records. */
  activity: ActivityChain;
  /**
   * Encrypts the tokens in session cookies. It is derived from the master key, so that an operator has only one secret
   * to keep.
   */
  sessionSecret: string;
  /** Hides which accounts and addresses are being throttled. */
  throttleSecret: string;
};

export function databaseUrl(settings: Settings): string {
  return settings.DATABASE_URL ?? `file:${path.join(settings.VAULT_DATA_DIR, "vault.db")}`;
}

// `next dev` reloads this module with every change, and all copies must share one database connection. A vault has one.
const holder = globalThis as { [key: symbol]: Runtime | undefined };
const slot = Symbol.for("svc.runtime");

/** The process's runtime, opened at the first call. `prepare()` must have prepared the data before. */
export function runtime(): Runtime {
  return (holder[slot] ??= open(processSettings()));
}

/** Forgets the runtime after closing its database. */
export async function closeRuntime(): Promise<void> {
  const open = holder[slot];
  holder[slot] = undefined;
  await open?.close();
}

function open(settings: Settings): Runtime {
  const ring = loadKeyRing(settings);
  if (!ring)
    throw new SettingsError(
      "There is no master key yet: start the vault with npm start, or give one in VAULT_MASTER_KEYS_FILE.",
    );
  const activity = createActivityChain(ring);
  const paths = openDatabaseHandles(databaseUrl(settings), activity.link);
  return {
    settings,
    // Not spread, which would make Prisma's client.
    get db() {
      return paths.db;
    },
    reads: paths.reads,
    writes: paths.writes,
    poolState: paths.poolState,
    close: paths.close,
    activity,
    databaseKind: databaseKind(databaseUrl(settings)),
    // The form that every release opens, until it is known in which one this database's values are sealed.
    vault: createVault(ring, 1),
    rights: createRights(ring, (table, rowId) => log.warn({ event: "row-not-genuine", table, rowId })),
    throttleSecret: ring.sealing.derive("throttle").export().toString("base64url"),
    sessionSecret: ring.sealing.derive("session-token").export().toString("base64url"),
  };
}
