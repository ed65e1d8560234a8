import type pg from "pg";

/** Counts the connections of this database that wait for a lock. */
export const countOfLockWaiters =
  "SELECT count(*)::integer AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

/** How many there are now. A transaction would see the first answer again and again without clearing it. */
export async function lockWaiters(client: pg.Client): Promise<number> {
  await client.query("SELECT pg_stat_clear_snapshot()");
  return (await client.query<{ n: number }>(countOfLockWaiters)).rows[0]?.n ?? 0;
}
