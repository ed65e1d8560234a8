import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { type Migration, MigrationError, onlyAdds } from "../migrate";
import { databaseName, ownName } from "./protocol/connection";
import type { Preparing } from "./protocol/preparing";

/** How long a vault that is stopping meanwhile may take (ms). */
const waitMsMax = 5_000;
const pauseMs = 100;

/** The id that Prisma Migrate locks too, so that neither prepares a database during the other. */
export const preparationLock = 72_707_369;

/**
 * Other connections of vaults and commands, except those that hold the lock of a preparation or wait for it: two vaults may
 * be started at once. PostgreSQL hides what kind a connection is from users who may not look at its user's; its name it tells
 * everybody. The statistics are read again: a transaction sees its first answer otherwise.
 */
const others = `SELECT count(*)::integer AS n FROM pg_stat_activity AS one
  WHERE datname = current_database() AND starts_with(application_name, '${ownName}')
    AND (backend_type = 'client backend' OR backend_type IS NULL) AND pid <> pg_backend_pid()
    AND NOT EXISTS (SELECT 1 FROM pg_locks WHERE pg_locks.pid = one.pid AND locktype = 'advisory' AND objid = ${preparationLock})`;

/** Whether nobody else is connected, or no longer after a moment. Of a pooler nobody can tell: it keeps connections open. */
async function isAlone(client: pg.Client): Promise<boolean> {
  for (const began = Date.now(); ; await pause(pauseMs)) {
    await client.query("SELECT pg_stat_clear_snapshot()");
    const { rows } = await client.query<{ n: number }>(others);
    if (rows[0]?.n === 0) return true;
    if (Date.now() - began > waitMsMax) return false;
  }
}

const somebodyIs = (databaseUrl: string) =>
  `Another vault or svc-admin, or a pooler that keeps connections of one, is connected to the database ${databaseName(databaseUrl)}`;

const ofPooler =
  "If they are stopped, end the pooler's idle connections (PgBouncer: RECONNECT, or wait for server_idle_timeout).";

/**
 * Migrations that do more than add wait until no other vault, or command of the operator, is connected: rows that a former
 * release writes after them may not be valid. Throws `MigrationError` if one stays.
 */
export async function assertAloneFor(
  todo: readonly Migration[],
  { client, isShared }: Preparing,
  databaseUrl: string,
): Promise<void> {
  const more = todo.filter((migration) => !onlyAdds(migration)).map(({ name }) => name);
  if (more.length === 0 || isShared || (await isAlone(client))) return;
  throw new MigrationError(
    `${somebodyIs(databaseUrl)}, and ${more.join(", ")} ${more.length === 1 ? "does" : "do"} more than add: nothing was changed. Stop all vaults of the former version, then start one of this version, then the others. ${ofPooler}`,
  );
}

/** Throws `MigrationError` if another vault, or command of the operator, is connected and stays. */
export async function assertAlone({ client, isShared }: Preparing, databaseUrl: string): Promise<void> {
  if (isShared || (await isAlone(client))) return;
  throw new MigrationError(
    `${somebodyIs(databaseUrl)}: stop every vault on it first, since what they write from now on would be lost. ${ofPooler} Nothing was changed.`,
  );
}
