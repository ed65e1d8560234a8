import type pg from "pg";

/** Settings of a connection by name, each as PostgreSQL takes it. */
export type SessionSettings = Readonly<Record<string, string>>;

/**
 * What each connection has, however the server, its user or its database are set: instants in UTC and in the one form
 * that is read here, no isolation but the one that the services are written for, no acknowledgement before a write is on
 * disk, and an end (ms) to what hangs.
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

/** May be given in a database's URL as parameters of their own. */
const settable = ["statement_timeout", "idle_in_transaction_session_timeout", "lock_timeout"];

/** The settings of a connection whose URL has these parameters. What its `options` name is the operator's own choice. */
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

/** Of `name=value` behind a `-c`, `-cname=value` or `--name=value`, where a dash stands for an underscore. */
const optionName = (word: string): string =>
  (word.replace(/^(?:--|-c)/, "").split("=")[0] ?? "").toLowerCase().replaceAll("-", "_");

/** The URL's parameters without the settings among them, which go to the server once the connection stands. */
export function withoutSettings<P extends object>(parameters: P): P {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !settable.includes(name))) as P;
}

/**
 * Gives a connection its settings, and returns them as the server calls them (`8s` for 8000). Not at its start, by
 * parameters of the protocol: poolers such as PgBouncer refuse those, or drop them without a word.
 */
export async function settle(client: pg.ClientBase, settings: SessionSettings): Promise<SessionSettings> {
  const entries = Object.entries(settings);
  const { rows } = await client.query<Record<string, string>>(
    `SELECT ${entries.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, false) AS "${index}"`).join(", ")}`,
    entries.flat(),
  );
  return Object.fromEntries(entries.map(([name], index) => [name, rows[0]?.[index] ?? ""]));
}

/** Those of the settings that the connection does not have, each with what it has instead. */
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
