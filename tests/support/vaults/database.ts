import { createHash } from "node:crypto";
import path from "node:path";
import pg from "pg";

/**
 * A PostgreSQL server on which tests create databases, whose names all start with this run's prefix. `migrated` is the name
 * of one with all migrations and no rows, to which nobody connects.
 */
export type DatabaseServer = { url: string; prefix: string; migrated?: string };

/** Where this test file's vaults store their data. Undefined: in SQLite files in their data folders. */
let server: DatabaseServer | undefined;

export const keepDatabasesOn = (chosen: DatabaseServer): void => void (server = chosen);

/**
 * The PostgreSQL database of a data folder, so that a later start on the folder finds it again; undefined on SQLite.
 */
export const postgresqlUrlOf = (dataDir: string): string | undefined => server && databaseUrl(server, dataDir);

/**
 * Makes the database of a new data folder, with all migrations already where the server has such a one: a vault that is not
 * tested for its first start need not apply them again. Returns its URL; undefined on SQLite.
 */
export async function migratedDatabase(dataDir: string): Promise<string | undefined> {
  const url = postgresqlUrlOf(dataDir);
  if (url !== undefined) await ensureDatabase(url, server?.migrated);
  return url;
}

export function databaseUrl({ url, prefix }: DatabaseServer, name: string): string {
  const own = new URL(url);
  own.pathname = `/${prefix}_${createHash("sha256").update(path.resolve(name)).digest("hex").slice(0, 16)}`;
  return own.href;
}

/** The name that a vault shows its operator for the database of a data folder. */
export function shownDatabase(dataDir: string): string {
  const url = postgresqlUrlOf(dataDir);
  if (url === undefined) return path.join(dataDir, "vault.db");
  const { pathname, host } = new URL(url);
  return `${pathname.slice(1)} on ${host}`;
}

/** Creates the database of a URL unless it exists: empty, or as a copy of another one on its server. */
export async function ensureDatabase(url: string, copied?: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await administer(url, async (client) => {
    try {
      await client.query(`CREATE DATABASE "${name}"${copied === undefined ? "" : ` TEMPLATE "${copied}"`}`);
    } catch (error) {
      // Another start on the same folder may have created it, just before or at the same moment.
      if (!["42P04", "23505"].includes((error as { code?: string }).code ?? "")) throw error;
    }
  });
}

/** Drops every database of a run, even if somebody still uses it. */
export async function dropDatabases({ url, prefix }: DatabaseServer): Promise<void> {
  await administer(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      "SELECT datname FROM pg_database WHERE starts_with(datname, $1)",
      [`${prefix}_`],
    );
    for (const { datname } of rows) await client.query(`DROP DATABASE "${datname}" WITH (FORCE)`);
  });
}

/** Runs `work` on the server's own database. */
async function administer(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const server = new URL(url);
  server.pathname = "/postgres";
  const client = new pg.Client({ connectionString: server.href });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
