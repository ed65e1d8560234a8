import type { NewRecord } from "./activity/chain";
import type { Line } from "./transactions/vault-queue";

export type Value = string | number | bigint | null | Uint8Array;

/** SQL with placeholders for its values: `?` for SQLite, `$1` and so on for PostgreSQL. */
type Text = { readonly sql: string; readonly numberedSql: string };

/** A query with the types of its input and its rows. Only `query` in lib/db/queries makes one. */
export type Query<Given, Row> = Text & {
  readonly name: string;
  /** The names of the values, in the order of the placeholders. */
  readonly parameters: readonly string[];
  bind(given: Given): Value[];
  /** Exists only in the type. */
  readonly row?: Row;
};

/** The type of a query's rows. */
export type RowOf<Q> =
  Q extends Query<never, infer Row> ? Row : Q extends { all: Query<never, infer Row> } ? Row : never;

/** A query with its values. */
export type Bound = Text & { readonly values: readonly Value[] };

/**
 * Reads in SQL, without Prisma, for what every request needs: a prepared statement costs a few µs, the query compiler
 * hundreds. Each call sees everything that was committed before it, and nothing of an open transaction.
 */
export type SqlReader = {
  /** The first row; undefined if there is none. */
  get<Given, Row>(query: Query<Given, Row>, given: Given): Row | undefined | Promise<Row | undefined>;
  all<Given, Row>(query: Query<Given, Row>, given: Given): Row[] | Promise<Row[]>;
};

/** One write: its statement, and the conditions that must hold when it runs. */
export type Write = Bound & {
  /** Writes only if this finds a row. That row can't change until the write is committed. */
  onlyIf?: Bound;
  /**
   * Writes only if this finds no row. Of two simultaneous writes with the same `onlyIf` row, the later one looks
   * after the first has finished.
   */
  unless?: Bound;
  /**
   * For a session, which belongs to an account: the vault's owner is held first, as everywhere, and then not the row that `onlyIf`
   * finds, but which sessions the account has. Whoever changes how somebody signs in locks that too. A row of a vault holds the owner
   * by itself, after what it belongs to.
   */
  ofAccount?: true;
  /**
   * The vault for whose rows it may have to wait, and the line of that vault in which it does. On PostgreSQL it takes a turn there, by
   * itself or for all that share its commit: those that wait must not take everybody's connections.
   */
  turn?: { line: Line; vaultId: string };
  /**
   * Each must find a row as the last thing before the commit: by then everything that the write waited for is over.
   * Otherwise it rejects with `EndedCallerError`, and nothing is written.
   */
  standing?: readonly Bound[];
};

export type SqlWriter = {
  /**
   * Resolves once the write is durable, to whether it wrote a row. Rejects with the driver's error. The records join
   * the activity if it wrote one, in the same transaction; it rejects with `RefusedRecordError` if they are refused.
   */
  run(write: Write, records?: readonly NewRecord[]): Promise<boolean>;
  /** Resolves once the records are durable. Those of simultaneous calls share one commit. */
  record(records: readonly NewRecord[]): Promise<void>;
};
