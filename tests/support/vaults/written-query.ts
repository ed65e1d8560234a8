import type { Bound, Query, Value } from "@/lib/db/sql";

/** A text written by hand, for what a test asks of the ways to the database themselves; SQLite's placeholders. */
export const writtenQuery = <Row>(sql: string, ...values: Value[]): Query<object, Row> & Bound => ({
  name: sql,
  sql,
  numberedSql: sql,
  parameters: [],
  values,
  bind: () => values,
});
