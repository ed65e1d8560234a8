import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type AppliedMigration, type Migration, MigrationError, pendingMigrations, readMigrations } from "../migrate";
import { assertAlone, assertAloneFor, preparationLock } from "./alone";
import { endCleaning } from "./cleaning";
import { databaseName } from "./protocol/connection";
import { lockMsMax, type Preparing, withConnection } from "./protocol/preparing";
import { assertSettled } from "./protocol/settled";
import type { AnyRow } from "../rows";
import { type DataMigration, statementOf, type Step, takeStepsAsync } from "../steps";

// The same as Prisma creates it.
const ledger = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                    VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum"              VARCHAR(64) NOT NULL,
    "finished_at"           TIMESTAMPTZ,
    "migration_name"        VARCHAR(255) NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        TIMESTAMPTZ,
    "started_at"            TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count"   INTEGER NOT NULL DEFAULT 0
);`;

/**
 * Taken by the transaction that applies migrations: two never run at once, even if the server has closed the connection
 * that holds the other lock.
 */
const migrationLock = 72_707_370;

/**
 * Runs `work` while no other process prepares this database. The lock is an advisory lock of a transaction that stays
 * open on its own connection, so it ends with the process, however that ends. It belongs to a transaction because some
 * poolers and databases keep no sessions. `work` gets a function that applies the missing migrations of `folder`, and
 * then the steps of `beyond`. Throws `MigrationError` if the database can't be used.
 */
export function withPreparationLock<R>(
  databaseUrl: string,
  work: (migrate: (folder: string, beyond?: DataMigration) => Promise<string[]>) => Promise<R>,
): Promise<R> {
  return whileHeld(databaseUrl, async ({ client }) => {
    await assertUsable(client, databaseUrl);
    return await work((folder, beyond) =>
      withConnection(databaseUrl, (connection) => applyMissing(connection, databaseUrl, folder, beyond)),
    );
  });
}

const whileHeld = <R>(databaseUrl: string, work: (holder: Preparing) => Promise<R>): Promise<R> =>
  withConnection(databaseUrl, async (holder) => {
    await assertSettled(holder, databaseUrl);
    await lock(holder, databaseUrl);
    return await work(holder);
  });

/**
 * Runs `work` while no vault runs on this database, and none can start; it may accept no writes. `work` may open connections
 * of its own. Throws `MigrationError` if a vault runs.
 */
export const whileNoVaultRuns = <R>(databaseUrl: string, work: () => Promise<R>): Promise<R> =>
  whileHeld(databaseUrl, async () => {
    await withConnection(databaseUrl, (connection) => assertAlone(connection, databaseUrl));
    return work();
  });

/** Throws `MigrationError` with the reason if the database can't be reached. */
export const assertReachable = (databaseUrl: string): Promise<void> => withConnection(databaseUrl, async () => {});

/** Throws `MigrationError` unless the vault's connections to this database have their settings. */
export const assertSettingsKept = (databaseUrl: string): Promise<void> =>
  withConnection(databaseUrl, (connection) => assertSettled(connection, databaseUrl));

/**
 * How long a migration waits for a table that running vaults use (ms). After a second (deadlock_timeout) PostgreSQL looks
 * whether transactions wait for each other, and ends one of them, which could be a vault's: so the migration gives way
 * before that. Only between two tables it may work for longer.
 */
const tableMsMax = 300;
const pauseMs = 100;

/** It waited too long for a table, or was ended in favour of a transaction that waited for it. */
const gaveWay = (error: unknown): boolean => isSqlError(error) && ["55P03", "40P01"].includes(error.code ?? "");

/** A long migration may take all of that time before it meets a table that somebody holds for a moment. */
const attemptsMin = 10;

/**
 * Applies what is missing. If others hold its tables, it starts over, for as long as it waits for a lock, and at least ten
 * times.
 */
async function applyMissing(
  connection: Preparing,
  databaseUrl: string,
  folder: string,
  beyond?: DataMigration,
): Promise<string[]> {
  const began = Date.now();
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await applyOnce(connection, databaseUrl, folder, beyond);
    } catch (error) {
      if (gaveWay(error) && (attempts < attemptsMin || Date.now() - began < lockMsMax)) {
        await endCleaning(connection);
        await pause(pauseMs);
        continue;
      }
      if (isSqlError(error))
        throw new MigrationError(
          `The migrations can't be applied (PostgreSQL says: ${error.message}): nothing was changed.${advice[error.code ?? ""] ?? ""}`,
          { cause: error },
        );
      throw error;
    }
  }
}

/** In one transaction with the ledger's rows: either everything is applied or nothing. */
async function applyOnce(
  connection: Preparing,
  databaseUrl: string,
  folder: string,
  beyond: DataMigration = () => undefined,
): Promise<string[]> {
  const { client, begin } = connection;
  await begin();
  try {
    await client.query("SELECT pg_advisory_xact_lock($1)", [migrationLock]);
    await client.query(ledger);
    const { rows } = await client.query<AppliedMigration>(
      "SELECT migration_name, checksum, finished_at, rolled_back_at, logs FROM _prisma_migrations",
    );
    const todo = pendingMigrations(readMigrations(folder), rows);
    const toEngine = await engineDialect(client);
    // Nobody has written to a new database.
    if (rows.length > 0) await assertAloneFor(todo, connection, databaseUrl);
    await client.query(`SET LOCAL lock_timeout = ${tableMsMax}`);
    for (const migration of todo) await apply(client, { ...migration, sql: toEngine(migration.sql) });
    const applied = todo.map(({ name }) => name);
    const steps = beyond(applied);
    if (steps) await takeStepsAsync(steps, (step) => takeStep(client, step));
    await client.query("COMMIT");
    return applied;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

/** What to do about an error, by its SQLSTATE (PostgreSQL, appendix A). */
const advice: Record<string, string> = {
  "55P03":
    " Something held a table all the time, such as a backup or a transaction that nobody ends: wait for it, or end it, then start again.",
  "42501": " Let the database's user create tables in the schema public, or make it the database's owner.",
  "25006": " The server accepts no writes: name the one that does in DATABASE_URL.",
  "53100": " The server's disk is full: make room there, then start again.",
};

/**
 * Adapts a migration's text to the engine. According to CockroachDB's documentation, columns can't have `COLLATE "C"`,
 * but text is compared byte by byte anyway; and INTEGER has 8 bytes, which pg reads as text, unless a setting makes it
 * 4.
 */
export async function engineDialect(client: Pick<pg.Client, "query">): Promise<(sql: string) => string> {
  const { rows } = await client.query<{ version: string }>("SELECT version() AS version");
  if (!rows[0]?.version.startsWith("CockroachDB ")) return (sql) => sql;
  await client.query("SET default_int_size = 4");
  return (sql) => sql.replaceAll(' COLLATE "C"', "");
}

async function takeStep(client: pg.Client, step: Step): Promise<AnyRow[]> {
  const { sql: text, values } = statementOf(step, (number) => `$${number}`);
  return (await client.query<AnyRow>({ text, values, types: { getTypeParser } })).rows;
}

const timestampOid = 1114;

/** Instants are stored without a time zone, and pg would read them as local time. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: "text" | "binary") =>
  oid === timestampOid
    ? (text: string) => new Date(`${text.replace(" ", "T")}Z`)
    : pg.types.getTypeParser(oid, format as "text");

async function apply(client: pg.Client, { name, sql, checksum, logs }: Migration): Promise<void> {
  await client.query(sql);
  await client.query(
    "INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, finished_at, applied_steps_count) VALUES ($1, $2, $3, $4, clock_timestamp(), 1)",
    [randomUUID(), checksum, name, logs],
  );
}

// With these settings, as far as its version has them, a server would end the transaction while it waits for the work.
const noTimeouts = `SELECT set_config(name, '0', true) FROM pg_settings WHERE name IN ('idle_in_transaction_session_timeout', 'transaction_timeout')`;

async function lock({ client, begin }: Preparing, databaseUrl: string): Promise<void> {
  try {
    await begin();
    await client.query(noTimeouts);
    await client.query("SELECT pg_advisory_xact_lock($1)", [preparationLock]);
  } catch (error) {
    if (isSqlError(error) && error.code === "55P03")
      throw new MigrationError(
        `Another process has been preparing the database ${databaseName(databaseUrl)} for ${lockMsMax / 1000} seconds: wait for it to finish, or stop it, and start again.`,
      );
    throw error;
  }
}

/**
 * Checks, before anything is stored, that the encoding holds every text, that the version is new enough and that the
 * server accepts writes.
 */
async function assertUsable(client: pg.Client, databaseUrl: string): Promise<void> {
  const { rows } = await client.query<{ encoding: string; version: number; readOnly: string }>(
    `SELECT current_setting('server_encoding') AS encoding, current_setting('server_version_num')::int AS version, current_setting('transaction_read_only') AS "readOnly"`,
  );
  const { encoding = "", version = 0, readOnly } = rows[0] ?? {};
  if (encoding !== "UTF8")
    throw new MigrationError(
      `The database ${databaseName(databaseUrl)} has the encoding ${encoding}, which can't hold every text: create one with ENCODING 'UTF8' TEMPLATE template0.`,
    );
  if (version < 140_000)
    throw new MigrationError(
      `The database ${databaseName(databaseUrl)} is PostgreSQL ${Math.floor(version / 10_000)}: 14 or newer is needed.`,
    );
  if (readOnly === "on")
    throw new MigrationError(
      `The database ${databaseName(databaseUrl)} accepts no writes: it is a standby, or set to read-only (default_transaction_read_only). Name the server that accepts writes in DATABASE_URL.`,
    );
}

const isSqlError = (error: unknown): error is pg.DatabaseError => error instanceof pg.DatabaseError;
