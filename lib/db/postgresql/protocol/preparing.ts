import pg from "pg";
import { MigrationError } from "../../migrate";
import { databaseName, postgresqlConnection } from "./connection";
import { type Settled, settle, transactionStart } from "./session";

/** How long a start waits for another process that is preparing the same database. */
export const lockMsMax = 60_000;

/** A connection that prepares a database. Its transactions begin with `begin`. */
export type Preparing = Settled & { client: pg.Client; begin(): Promise<unknown> };

/**
 * Runs `work` on a connection of its own, whose statements may take as long as they need. Throws `MigrationError` if the
 * database can't be reached.
 */
export async function withConnection<R>(databaseUrl: string, work: (connection: Preparing) => Promise<R>): Promise<R> {
  const { config, settings } = postgresqlConnection(databaseUrl);
  const client = new pg.Client({ ...config, query_timeout: undefined });
  // The failing query reports it.
  client.on("error", () => {});
  await connect(client, databaseUrl);
  try {
    const settled = await settle(client, settings);
    const ofPreparing = { ...settings, statement_timeout: "0", lock_timeout: String(lockMsMax) };
    const begin = () => client.query(`BEGIN; ${transactionStart(ofPreparing)}`);
    return await work({ client, ...settled, begin });
  } finally {
    await client.end().catch(() => {});
  }
}

async function connect(client: pg.Client, databaseUrl: string): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    // Not awaited: if the server refused the client's certificate, pg never reports the end.
    void client.end().catch(() => {});
    const { code, message } = error as Error & { code?: string };
    // pg's messages name hosts, users and certificates, never the password.
    const reason = message || (code ?? "no answer");
    throw new MigrationError(
      `The database ${databaseName(databaseUrl)} can't be reached (${reason}): check DATABASE_URL, and that PostgreSQL is running and accepts this user.${hint(code, message)}`,
      { cause: error },
    );
  }
}

function hint(code: string | undefined, message: string): string {
  if (code !== undefined && /CERT|SIGNATURE|ISSUER/.test(code))
    return " Its certificate was not accepted: name the authority that signed it with sslrootcert=/path/to/ca.pem in DATABASE_URL.";
  if (message.includes("does not support SSL"))
    return " The vault requires TLS to another machine: turn it on there (ssl=on), or add ?sslmode=disable to DATABASE_URL if nobody else can read that network.";
  return "";
}
