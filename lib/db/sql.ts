export type Value = string | number | bigint | null | Uint8Array;

/** A text with places for its values: `?` for SQLite, `$1` and so on for PostgreSQL. */
type Text = { readonly sql: string; readonly numberedSql: string };

/** A query, and what it takes and brings. Made by `query` in lib/db/queries alone. */
export type Query<Given, Row> = Text & {
  readonly name: string;
  /** The name of each value, in the order of their places. */
  readonly parameters: readonly string[];
  bind(given: Given): Value[];
  /** Of the type alone. */
  readonly row?: Row;
};

/** What a query brings. */
export type RowOf<Q> = Q extends Query<never, infer Row> ? Row : never;

/** A query with its values. */
export type Bound = Text & { readonly values: readonly Value[] };

/**
 * Reads in SQL, past Prisma, for what every request does: a prepared statement costs a few µs where the query compiler
 * takes hundreds. Each call sees all that was committed before it, and nothing of an open transaction.
 */
export type Reads = {
  /** The first row; undefined when there is none. */
  get<Given, Row>(query: Query<Given, Row>, given: Given): Row | undefined | Promise<Row | undefined>;
  all<Given, Row>(query: Query<Given, Row>, given: Given): Row[] | Promise<Row[]>;
};

/** One write: its statement, and what must still hold when its turn comes. */
export type Write = Bound & {
  /** Written only if this finds a row, which then stays as it is until the write is committed. */
  provided?: Bound;
  /** Written only if this finds none. Of two at once that are `provided` by the same row, the later one looks when the first is done. */
  unless?: Bound;
};

export type Writes = {
  /** Resolves to whether a row was written, once that is durable. Rejects with the driver's error. */
  run(write: Write): Promise<boolean>;
};
