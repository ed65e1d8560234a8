import type { Query, SqlReader } from "../sql";
import type { SqliteHandle } from "./handle";

/** Read-only: throws a RangeError for a statement that would write. */
export function sqliteReader(handle: SqliteHandle): SqlReader {
  const reading = (sql: string) => {
    const statement = handle.prepared(sql);
    if (!statement.readonly) throw new RangeError("this statement writes");
    return statement;
  };
  return {
    get: <Given, Row>(query: Query<Given, Row>, given: Given) =>
      reading(query.sql).get(...query.bind(given)) as Row | undefined,
    all: <Given, Row>(query: Query<Given, Row>, given: Given) => reading(query.sql).all(...query.bind(given)) as Row[],
  };
}
