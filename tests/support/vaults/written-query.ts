import type { Bound, Query, Value } from "@/lib/db/sql";

/** A handwritten query, for tests of the database layer itself, with SQLite's placeholders. */
export const writtenQuery = <Row>(sql: string, ...values: Value[]): Query<object, Row> & Bound => ({
  name: sql,
  sql,
  numberedSql: sql,
  parameters: [],
  values,
  bind: () => values,
});
