import pg from "pg";
import type { Preparing } from "./protocol/preparing";

/** The tables in which somebody cleans up, or that are locked like that by hand. */
const cleanedTables = `SELECT DISTINCT format('%I.%I', nspname, relname) AS name
  FROM pg_locks JOIN pg_class ON pg_class.oid = relation JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE mode = 'ShareUpdateExclusiveLock' AND granted AND relkind = 'r' AND nspname = current_schema()
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** A little longer than PostgreSQL lets somebody wait before it looks who holds what. */
const waitLonger =
  "SELECT set_config('lock_timeout', (setting::int + 500)::text, true) FROM pg_settings WHERE name = 'deadlock_timeout'";

/**
 * Makes autovacuum let go of the tables that it cleans up. It does so only for a session that has waited for as long as
 * deadlock_timeout, and a migration gives way before that. This waits so long, holding nothing that others could wait
 * for, and in the mode that only cleaning up holds off: no request waits behind it.
 */
export async function endCleaning({ client, begin }: Pick<Preparing, "client" | "begin">): Promise<void> {
  // In a transaction: behind a pooler, only those have the settings that say which schema is the vault's.
  await begin();
  const { rows } = await client.query<{ name: string }>(cleanedTables);
  await client.query("COMMIT");
  for (const { name } of rows) {
    try {
      await begin();
      await client.query(waitLonger);
      await client.query(`LOCK TABLE ${name} IN SHARE UPDATE EXCLUSIVE MODE`);
      await client.query("COMMIT");
    } catch (error) {
      await client.query("ROLLBACK");
      // Not autovacuum's, or not ours: the migration meets it again, if it has anything to do with it.
      if (!(error instanceof pg.DatabaseError)) throw error;
    }
  }
}
