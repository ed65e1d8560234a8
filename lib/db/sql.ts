export type Value = string | number | bigint | null | Uint8Array;

/**
 * Reads in SQL, past Prisma, for what every request does: a prepared statement costs a few µs where the query compiler
 * takes hundreds. One text for both databases: names in double quotes, `?` for values. Each call sees all that was
 * committed before it, and nothing of an open transaction.
 */
export type Reads = {
  /** The first row; undefined when there is none. */
  get<Row>(sql: string, ...values: Value[]): Row | undefined | Promise<Row | undefined>;
  all<Row>(sql: string, ...values: Value[]): Row[] | Promise<Row[]>;
};

/** One write: its statement, and what must still hold when its turn comes. */
export type Write = {
  sql: string;
  values: Value[];
  /** Written only if this finds a row, which then stays as it is until the write is committed. */
  provided?: { sql: string; values: Value[] };
  /** Written only if this finds none. Of two at once that are `provided` by the same row, the later one looks when the first is done. */
  unless?: { sql: string; values: Value[] };
};

export type Writes = {
  /** Resolves to whether a row was written, once that is durable. Rejects with the driver's error. */
  run(write: Write): Promise<boolean>;
};
