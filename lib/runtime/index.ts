import path from "node:path";
import { createRights, type Rights } from "../crypto/rights";
import { createVault, type Vault } from "../crypto/vault";
import { type DatabaseKind, databaseKind, type Db } from "../db/client";
import { openFastPaths } from "../db/fast-paths";
import type { SqlReader, SqlWriter } from "../db/sql";
import { processSettings, type Settings, SettingsError } from "../env";
import { log } from "../log";
import { loadKeyRing } from "./master-key";

export { databaseKind } from "../db/client";
export { isUnavailable } from "../db/failures";

/** What one process holds once: its settings, its database handle and its opened key ring. */
export type Runtime = {
  settings: Settings;
  db: Db;
  /** What every request reads, in SQL. */
  reads: SqlReader;
  /** What is written most, in SQL and many to a commit. */
  writes: SqlWriter;
  close(): Promise<void>;
  databaseKind: DatabaseKind;
  vault: Vault;
  /** Makes and checks the MACs of rows that give rights. A row that isn't genuine is told in the log, without what it says. */
  rights: Rights;
  /** Seals the session cookies' tokens; derived from the master key, so that an operator keeps one secret. */
  sessionSecret: string;
  /** Hides which accounts and addresses the back-off remembers. */
  throttleSecret: string;
};

export function databaseUrl(settings: Settings): string {
  return settings.DATABASE_URL ?? `file:${path.join(settings.VAULT_DATA_DIR, "vault.db")}`;
}

// The pages' bundle and the API's are two copies of this module in one process and must share one database handle.
const holder = globalThis as { [key: symbol]: Runtime | undefined };
const slot = Symbol.for("svc.runtime");

/** The process's runtime, opened at the first call. `prepare()` must have been run on the data before. */
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
  return {
    settings,
    ...openFastPaths(databaseUrl(settings)),
    databaseKind: databaseKind(databaseUrl(settings)),
    vault: createVault(ring),
    rights: createRights(ring, (table, rowId) => log.warn({ event: "row-not-genuine", table, rowId })),
    throttleSecret: ring.sealing.derive("throttle").export().toString("base64url"),
    sessionSecret: ring.sealing.derive("session-token").export().toString("base64url"),
  };
}
