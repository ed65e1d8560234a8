import pg from "pg";

/** A connection's settings by name, with values as PostgreSQL takes them. */
export type SessionSettings = Readonly<Record<string, string>>;

/**
 * What each connection gets, however the server, its user or its database is configured: instants in UTC and in the one
 * format that is parsed here, the isolation level that the services are written for, acknowledgement only after a write
 * is on disk, and time limits (ms) for everything that hangs.
 */
const ours: SessionSettings = {
  search_path: "public",
  datestyle: "ISO",
  timezone: "UTC",
  default_transaction_isolation: "read committed",
  synchronous_commit: "on",
  statement_timeout: "8000",
  idle_in_transaction_session_timeout: "30000",
};

/** The settings that a database's URL may give as parameters. */
const settable = ["statement_timeout", "idle_in_transaction_session_timeout", "lock_timeout"];

/** The settings of a connection whose URL has these parameters. Settings in its `options` are left to the operator. */
export function sessionSettings(parameters: Readonly<Record<string, unknown>>, options: string): SessionSettings {
  const chosen = new Set(
    options
      .split(/\s+/)
      .filter((word) => word.includes("="))
      .map(optionName),
  );
  const given = settable
    .filter((name) => parameters[name] !== undefined)
    .map((name) => [name, String(parameters[name])] as const);
  return Object.fromEntries([...Object.entries(ours), ...given].filter(([name]) => !chosen.has(name)));
}

/**
 * The name in `name=value` after a `-c`, in `-cname=value` or in `--name=value`, where a dash stands for an underscore.
 */
const optionName = (word: string): string =>
  (word.replace(/^(?:--|-c)/, "").split("=")[0] ?? "").toLowerCase().replaceAll("-", "_");

/** Removes the settings from the URL's parameters. They are sent once the connection is open. */
export function withoutSettings<P extends object>(parameters: P): P {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !settable.includes(name))) as P;
}

/** A connection's settings in the server's notation (`8s` for 8000), and whether a pooler may share its server. */
export type Settled = { settings: SessionSettings; isShared: boolean };

/**
 * Gives a connection its settings. They are not sent as parameters of the protocol's start: poolers such as PgBouncer
 * refuse those or drop them silently.
 *
 * Behind a pooler they end with this statement, and each transaction needs them anew (`transactionStart`): the next one
 * may reach another server process, and somebody else this one. A pooler shows itself by its login, which names a server
 * process (BackendKeyData in PostgreSQL's protocol) other than the one that answers.
 */
export async function settle(client: pg.ClientBase, settings: SessionSettings): Promise<Settled> {
  const entries = Object.entries(settings);
  const { processID } = client as pg.ClientBase & { processID?: number | null };
  const isShared = "pg_backend_pid() <> $1::int";
  const { rows } = await client.query<Record<string, string> & { isShared: boolean }>(
    `SELECT ${isShared} AS "isShared", ${entries.map((_, index) => `set_config($${2 * index + 2}, $${2 * index + 3}, ${isShared}) AS "${index}"`).join(", ")}`,
    [processID, ...entries.flat()],
  );
  return {
    settings: Object.fromEntries(entries.map(([name], index) => [name, rows[0]?.[index] ?? ""])),
    isShared: rows[0]?.isShared ?? false,
  };
}

/** Sets the settings until the transaction ends. One text without parameters, so that it goes with BEGIN. */
export const setForTransaction = (settings: SessionSettings): string =>
  `SELECT ${[...Object.entries(settings).map(([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, true)`), "true"].join(", ")}`;

/** What follows BEGIN behind a pooler: the isolation level, which can't be set later, and the settings. */
export const transactionStart = (settings: SessionSettings): string => {
  const level = settings.default_transaction_isolation;
  return `${level === undefined ? "" : `SET TRANSACTION ISOLATION LEVEL ${level}; `}${setForTransaction(settings)}`;
};

/** The settings that the connection does not have, each with its actual value. */
export async function lostSettings(client: pg.ClientBase, settings: SessionSettings): Promise<SessionSettings> {
  const names = Object.keys(settings);
  const { rows } = await client.query<{ name: string; value: string }>(
    "SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS name",
    [names],
  );
  return Object.fromEntries(
    rows.filter(({ name, value }) => value !== settings[name]).map(({ name, value }) => [name, value]),
  );
}
