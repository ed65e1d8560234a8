import type pg from "pg";
import { MigrationError } from "../../migrate";
import { databaseName } from "./connection";
import { type Preparing, withConnection } from "./preparing";
import { lostSettings, transactionStart } from "./session";

/**
 * Behind a pooler, looks whether a transaction has the settings. Otherwise compares two connections that are open at
 * once: a pooler that does not show itself may share one server connection among clients, and each would run with the
 * other's settings.
 */
export async function assertSettled(connection: Preparing, databaseUrl: string): Promise<void> {
  const { client, settings, isShared } = connection;
  if (isShared) return assertTransactions(connection, databaseUrl);
  await withConnection(databaseUrl, async (other) => {
    // In sequence, so that a shared connection is free again for the second.
    const ids = [await serverProcess(client), await serverProcess(other.client)];
    const lost = Object.entries(await lostSettings(client, settings)).map(([name, value]) => `${name} is ${value}`);
    if (lost.length === 0 && (ids[0] !== ids[1] || ids[0] === null)) return;
    throw new MigrationError(
      `The database ${databaseName(databaseUrl)} does not keep the settings that the vault gives its connections (${lost.join(", ") || "several share one connection to the server"}): a pooler in between must keep a client's session, or show that it does not (as PgBouncer does). Otherwise name the server itself in DATABASE_URL.`,
    );
  });
}

async function assertTransactions({ client, settings }: Preparing, databaseUrl: string): Promise<void> {
  try {
    await client.query(`BEGIN; ${transactionStart(settings)}`);
    const lost = Object.keys(await lostSettings(client, settings));
    await client.query("ROLLBACK");
    if (lost.length > 0) throw new Error(`it drops ${lost.join(", ")}`);
  } catch (error) {
    throw new MigrationError(
      `The pooler in front of the database ${databaseName(databaseUrl)} must give each transaction a server connection of its own (${(error as Error).message}): set PgBouncer to pool_mode = transaction or session.`,
      { cause: error },
    );
  }
}

/** The server process that answers this connection right now; null on engines without such processes. */
async function serverProcess(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ id: number | string }>("SELECT pg_backend_pid() AS id");
  const id = Number(rows[0]?.id);
  return id > 0 ? id : null;
}
