import { withConnection } from "./protocol/preparing";
import { tables } from "../tables";

/**
 * Tells PostgreSQL what its tables hold, after they were filled in bulk. Until autovacuum does the same, a minute later
 * or never if that is turned off, it expects next to nothing in them, and reads whole tables for a few rows.
 */
export const gatherStatistics = (databaseUrl: string): Promise<void> =>
  withConnection(databaseUrl, async ({ client, begin }) => {
    await begin();
    for (const name of ["Owner", ...tables.map(({ name }) => name)]) await client.query(`ANALYZE "${name}"`);
    await client.query("COMMIT");
  });
