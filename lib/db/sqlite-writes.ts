import Database from "better-sqlite3";
import type { Value } from "./reads";
import type { TransactionGate } from "./sqlite-gate";

/** One write: its statement, and what must still hold when its turn comes. */
export type Write = {
  sql: string;
  values: Value[];
  /** Written only if this finds a row. */
  provided?: { sql: string; values: Value[] };
};

/**
 * Writes past Prisma, many to a transaction: the waiting ones go together, since a commit costs a flush of the disk
 * however much it holds. Each is acknowledged only when its commit is durable.
 */
export type Writes = {
  /** Resolves to whether a row was written. Rejects with the driver's error; the others of the batch stand. */
  run(write: Write): Promise<boolean>;
  close(): void;
};

type Job = { write: Write; resolve(written: boolean): void; reject(error: unknown): void };

const batchMax = 500;

export function sqliteWrites(file: string, gate: TransactionGate): Writes {
  let database: Database.Database | undefined;
  const statements = new Map<string, Database.Statement<Value[]>>();
  let queue: Job[] = [];
  let scheduled = false;

  function open(): Database.Database {
    if (database) return database;
    database = new Database(file, { timeout: 10_000 });
    for (const setting of ["synchronous = FULL", "foreign_keys = ON", "trusted_schema = OFF"]) database.pragma(setting);
    return database;
  }

  const prepared = (sql: string) => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = open().prepare<Value[]>(sql);
    statements.set(sql, statement);
    return statement;
  };

  /** A refused statement undoes itself alone; the transaction goes on. */
  function attempt({ sql, values, provided }: Write): { written: boolean } | { error: unknown } {
    try {
      if (provided && prepared(provided.sql).get(...provided.values) === undefined) return { written: false };
      return { written: prepared(sql).run(...values).changes > 0 };
    } catch (error) {
      return { error };
    }
  }

  function commit(jobs: readonly Job[]): void {
    const handle = open();
    handle.exec("BEGIN IMMEDIATE");
    let outcomes;
    try {
      outcomes = jobs.map(({ write }) => attempt(write));
      handle.exec("COMMIT");
    } finally {
      if (handle.inTransaction) handle.exec("ROLLBACK");
    }
    for (const [index, outcome] of outcomes.entries()) {
      if ("error" in outcome) jobs[index]?.reject(outcome.error);
      else jobs[index]?.resolve(outcome.written);
    }
  }

  async function flush(): Promise<void> {
    await gate.whenFree();
    scheduled = false;
    const jobs = queue.slice(0, batchMax);
    queue = queue.slice(batchMax);
    if (queue.length > 0) schedule();
    try {
      commit(jobs);
    } catch (error) {
      for (const { reject } of jobs) reject(error);
    }
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    // After what has arrived together was read: it shares one commit.
    setImmediate(() => void flush());
  }

  return {
    run: (write) =>
      new Promise((resolve, reject) => {
        queue.push({ write, resolve, reject });
        schedule();
      }),
    close: () => {
      statements.clear();
      database?.close();
      database = undefined;
    },
  };
}
