import type { Reads, Value } from "./sql";
import type { SqliteHandle } from "./sqlite-handle";

/** Reads alone: throws a RangeError for a statement that would write. */
export function sqliteReads(handle: SqliteHandle): Reads {
  const reading = (sql: string) => {
    const statement = handle.prepared(sql);
    if (!statement.readonly) throw new RangeError("this statement writes");
    return statement;
  };
  return {
    get: <Row>(sql: string, ...values: Value[]) => reading(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: Value[]) => reading(sql).all(...values) as Row[],
  };
}
