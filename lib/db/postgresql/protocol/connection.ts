import { readFileSync } from "node:fs";
import type pg from "pg";
import { parseIntoClientConfig } from "pg-connection-string";
import { isLoopback } from "../../../loopback";
import { MigrationError } from "../../migrate";
import { readOptions, type SessionSettings, sessionSettings, withoutSettings } from "./session";

export const isPostgresqlUrl = (databaseUrl: string): boolean => /^postgres(ql)?:\/\//.test(databaseUrl);

/** Host, port and database of a URL, for messages. Leaves out user and password. */
export function databaseName(databaseUrl: string): string {
  const { host, port, database } = parseIntoClientConfig(withPlainTls(databaseUrl).href);
  return `${database ?? "(unnamed)"} on ${host ?? "localhost"}${port ? `:${port}` : ""}`;
}

/**
 * How to connect to a URL's database, and which settings each new connection gets. `maxBehindPooler`: how many
 * connections a process may have to a pooler, if that is another number.
 */
export type Connection = { config: pg.PoolConfig; settings: SessionSettings; maxBehindPooler?: number };

/** Connections to the server are dear to it. Those to a pooler are not, and whoever has one waits there. */
const [max, maxBehindPooler] = [10, 40];

/** What each connection's name begins with: vaults and the operator's commands find one another by it. */
export const ownName = "secrets-vault";

/** The name that a URL gives follows ours. PostgreSQL keeps the first 63 bytes of both. */
const connectionName = (given = ""): string =>
  given === "" || given.startsWith(ownName) ? given || ownName : `${ownName} ${given}`;

/** Throws `MigrationError` if the URL names a certificate that can't be read. */
export function postgresqlConnection(databaseUrl: string): Connection {
  const url = withPlainTls(databaseUrl);
  for (const name of ["sslrootcert", "sslcert", "sslkey"]) assertReadable(name, url.searchParams.get(name));
  const { options = "", ...given } = parseIntoClientConfig(url.href);
  const { settings: inOptions, rest } = readOptions(options);
  const { application_name: name = given.application_name, ...settings } = inOptions;
  return {
    config: {
      max,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      // Includes the wait for a free connection. After it, the caller gets a 503 rather than no answer.
      connectionTimeoutMillis: 3_000,
      // Longer than the server's own limit, so it fires only if the server is silent.
      query_timeout: 9_000,
      ...withoutSettings(given),
      application_name: connectionName(name),
      ...(rest && { options: rest }),
    },
    settings: sessionSettings(given, settings),
    ...("max" in given ? {} : { maxBehindPooler }),
  };
}

/**
 * Expresses TLS in the two forms that pg 8 and 9 read alike. `require` and `verify-ca` promise less than full
 * verification; they get full verification too. So does a URL that says nothing about TLS, unless the database is on
 * this machine. An unencrypted connection to another machine needs `sslmode=disable` (ASVS 5.0, 12.3.1).
 */
function withPlainTls(databaseUrl: string): URL {
  const url = new URL(databaseUrl);
  const asked =
    url.searchParams.get("sslmode") ?? (url.searchParams.has("ssl") || isOnThisMachine(url) ? "" : "verify-full");
  if (asked)
    url.searchParams.set("sslmode", ["prefer", "require", "verify-ca"].includes(asked) ? "verify-full" : asked);
  return url;
}

/** Through a loopback address, or a socket, which is a path (`?host=/run/postgresql`). */
function isOnThisMachine(url: URL): boolean {
  const { host } = parseIntoClientConfig(url.href);
  return !host || host.startsWith("/") || isLoopback(host);
}

function assertReadable(name: string, file: string | null): void {
  if (file === null) return;
  try {
    readFileSync(file);
  } catch {
    throw new MigrationError(
      `${name} in DATABASE_URL names ${file}, which can't be read: check that it exists and that this user may read it.`,
    );
  }
}
