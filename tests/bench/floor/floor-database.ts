import { SqliteDatabase, type SqliteStatement } from "@/lib/db/sqlite/driver";
import pg from "pg";

type Value = string | Buffer;
/** SQLite returns results at once, PostgreSQL later. */
export type Later<T> = T | Promise<T>;

export type Statement<Row> = {
  get(...values: Value[]): Later<Row | undefined>;
  all(...values: Value[]): Later<Row[]>;
  run(...values: Value[]): Later<unknown>;
};
export type FloorDatabase = {
  prepare<Row = unknown>(sql: string): Statement<Row>;
  /** Resolves once a row that says this is durable. Simultaneous ones share a commit. */
  record(id: string, userId: string, at: string, objectId: string): Promise<void>;
};

type Told = readonly [id: string, userId: string, at: string, objectId: string];
const table =
  'CREATE TABLE IF NOT EXISTS "FloorRecord" ("id" TEXT PRIMARY KEY, "userId" TEXT NOT NULL, "at" TEXT NOT NULL, "objectId" TEXT NOT NULL)';

/** Collects what comes until `commit` is free. */
function groupCommit(soon: (work: () => void) => void, commit: (rows: readonly Told[]) => Later<void>) {
  let waiting: { row: Told; resolve(): void }[] = [];
  let isDue = false;
  const work = async () => {
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await commit(group.map(({ row }) => row));
      for (const { resolve } of group) resolve();
    }
    isDue = false;
  };
  return (...row: Told) =>
    new Promise<void>((resolve) => {
      waiting.push({ row, resolve });
      if (isDue) return;
      isDue = true;
      soon(() => void work());
    });
}

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
  database.exec(table);
  const [begin, insert, commit] = ["BEGIN IMMEDIATE", 'INSERT INTO "FloorRecord" VALUES (?, ?, ?, ?)', "COMMIT"].map(
    (sql) => database.prepare(sql),
  ) as [SqliteStatement, SqliteStatement, SqliteStatement];
  return {
    record: groupCommit(setImmediate, (rows) => {
      begin.run();
      for (const row of rows) insert.run(...row);
      commit.run();
    }),
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
  const ready = pool.query(table);
  return {
    record: groupCommit(setImmediate, async (rows) => {
      await ready;
      const columns = [0, 1, 2, 3].map((column) => rows.map((row) => row[column]));
      await pool.query({
        name: "record",
        text: 'INSERT INTO "FloorRecord" SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])',
        values: columns,
      });
    }),
    prepare: <Row>(sql: string): Statement<Row> => {
      let parameter = 0;
      const [name, text] = [`floor_${(statements += 1)}`, sql.replaceAll("?", () => `$${(parameter += 1)}`)];
      const all = async (...values: Value[]) => (await pool.query({ name, text, values })).rows as Row[];
      return { all, run: all, get: async (...values) => (await all(...values))[0] };
    },
  };
}
