import { SqliteDatabase } from "@/lib/db/sqlite-driver";
import pg from "pg";

type Value = string | Buffer;
/** SQLite returns results at once, PostgreSQL later. */
export type Later<T> = T | Promise<T>;

export type Statement<Row> = {
  get(...values: Value[]): Later<Row | undefined>;
  all(...values: Value[]): Later<Row[]>;
  run(...values: Value[]): Later<unknown>;
};
export type FloorDatabase = { prepare<Row = unknown>(sql: string): Statement<Row> };

/**
 * Continues at once if there is nothing to wait for: on SQLite a promise would take a part of the floor's response
 * time.
 */
export function then<T, U>(value: Later<T>, next: (value: T) => Later<U>): Later<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Prepared statements of SQLite, or of pg if the target is a URL; `?` for values. */
export function openFloorDatabase(target: string): FloorDatabase {
  return target.startsWith("postgresql://") ? onPostgresql(target) : onSqlite(target);
}

function onSqlite(file: string): FloorDatabase {
  const database = new SqliteDatabase(file);
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.pragma("foreign_keys = ON");
  return {
    prepare: <Row>(sql: string): Statement<Row> => {
      const statement = database.prepare(sql);
      return {
        get: (...values) => statement.get(...values) as Row | undefined,
        all: (...values) => statement.all(...values) as Row[],
        run: (...values) => statement.run(...values),
      };
    },
  };
}

function onPostgresql(connectionString: string): FloorDatabase {
  const pool = new pg.Pool({ connectionString, max: 10 });
  let statements = 0;
  return {
    prepare: <Row>(sql: string): Statement<Row> => {
      let parameter = 0;
      const [name, text] = [`floor_${(statements += 1)}`, sql.replaceAll("?", () => `$${(parameter += 1)}`)];
      const all = async (...values: Value[]) => (await pool.query({ name, text, values })).rows as Row[];
      return { all, run: all, get: async (...values) => (await all(...values))[0] };
    },
  };
}
