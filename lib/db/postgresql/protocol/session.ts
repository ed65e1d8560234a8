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

/** The settings of a connection whose URL has these parameters, and whose `options` hold these settings. */
export function sessionSettings(
  parameters: Readonly<Record<string, unknown>>,
  fromOptions: SessionSettings,
): SessionSettings {
  const given = settable.filter((name) => parameters[name] !== undefined);
  return { ...ours, ...Object.fromEntries(given.map((name) => [name, String(parameters[name])])), ...fromOptions };
}

/** Not settings that can be given once the connection is open; `cluster` is CockroachDB's. */
const onlyAtStart = new Set(
  "cluster ignore_system_indexes jit_debugging_support jit_profiling_support local_preload_libraries log_connections log_disconnections post_auth_delay session_preload_libraries".split(
    " ",
  ),
);

/**
 * The settings in a URL's `options`, written `-c name=value`, `-cname=value` or `--name=value`, where a dash in the name
 * stands for an underscore. Poolers refuse `options`, so only what is not such a setting is left to be sent.
 */
export function readOptions(options: string): { settings: SessionSettings; rest: string } {
  const settings: Record<string, string> = {};
  const rest: string[] = [];
  // As PostgreSQL splits them: at spaces, where a backslash takes the next character as it is.
  const words = [...(options.match(/(?:[^\s\\]|\\[^])+/g) ?? [])].values();
  for (const word of words) {
    const given = word === "-c" ? [word, words.next().value ?? ""] : [word];
    const [, name, value] = /^(?:--|-c)?([^=]+)=([^]*)$/.exec(given.at(-1) ?? "") ?? [];
    const setting = name?.toLowerCase().replaceAll("-", "_") ?? "";
    if (value === undefined || !/^-[-c]/.test(word) || onlyAtStart.has(setting)) rest.push(...given);
    else settings[setting] = value.replace(/\\([^])/g, "$1");
  }
  return { settings, rest: rest.join(" ") };
}

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
 * Behind a pooler they end with this statement, and each transaction needs them again (`transactionStart`): the next one
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

/** How a transaction begins behind a pooler, with what can't be set later or not by its default: isolation and access. */
export const transactionMode = (
  settings: SessionSettings,
  level = settings.default_transaction_isolation ?? "read committed",
): string => `ISOLATION LEVEL ${level}${isOn(settings.default_transaction_read_only) ? " READ ONLY" : ""}`;

/** As PostgreSQL reads a boolean. */
const isOn = (value = ""): boolean => /^(?:on|1|t|tr|tru|true|y|ye|yes)$/i.test(value);

/** What follows BEGIN behind a pooler. */
export const transactionStart = (settings: SessionSettings): string =>
  `SET TRANSACTION ${transactionMode(settings)}; ${setForTransaction(settings)}`;

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
