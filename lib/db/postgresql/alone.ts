import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { type Migration, MigrationError, onlyAdds } from "../migrate";
import { databaseName } from "./protocol/connection";

/** How long a vault that is stopping meanwhile may take (ms). */
const waitMsMax = 5_000;
const pauseMs = 100;

/**
 * Other connections that call themselves as this one does, but for those that hold the lock of a preparation or wait for
 * it: two vaults may be started at once. The statistics are read anew: a transaction sees its first answer otherwise.
 */
const others = (preparationLock: number) => `SELECT count(*)::integer AS n FROM pg_stat_activity AS one
  WHERE datname = current_database() AND application_name = current_setting('application_name')
    AND backend_type = 'client backend' AND pid <> pg_backend_pid()
    AND NOT EXISTS (SELECT 1 FROM pg_locks WHERE pg_locks.pid = one.pid AND locktype = 'advisory' AND objid = ${preparationLock})`;

/**
 * Migrations that do more than add wait until no other vault, or command of the operator, is connected: rows that a former
 * release writes after them may not be valid. Throws `MigrationError` if one stays.
 */
export async function assertAlone(
  client: pg.Client,
  { todo, preparationLock, databaseUrl }: { todo: readonly Migration[]; preparationLock: number; databaseUrl: string },
): Promise<void> {
  const more = todo.filter((migration) => !onlyAdds(migration)).map(({ name }) => name);
  if (more.length === 0) return;
  for (const began = Date.now(); ; await pause(pauseMs)) {
    await client.query("SELECT pg_stat_clear_snapshot()");
    const { rows } = await client.query<{ n: number }>(others(preparationLock));
    if (rows[0]?.n === 0) return;
    if (Date.now() - began > waitMsMax)
      throw new MigrationError(
        `Another vault or svc-admin is connected to the database ${databaseName(databaseUrl)}, and ${more.join(", ")} ${more.length === 1 ? "does" : "do"} more than add: nothing was changed. Stop all vaults of the former version, then start one of this version, then the others.`,
      );
  }
}
