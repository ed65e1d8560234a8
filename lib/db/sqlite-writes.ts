import Database from "better-sqlite3";
import type { Value, Write, Writes } from "./fast-paths";
import type { TransactionGate } from "./sqlite-gate";

type Job = { write: Write; resolve(written: boolean): void; reject(error: unknown): void };

const batchMax = 500;

/**
 * Many writes to a transaction: the waiting ones go together, since a commit costs a flush of the disk however much it
 * holds. Each is acknowledged only when its commit is durable; one that is refused leaves the others standing.
 */
export function sqliteWrites(file: string, gate: TransactionGate): Writes & { close(): void } {
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
      outcomes = jobs.map(({ write }) => {
        const outcome = attempt(write);
        // A full disk ends the whole transaction, and what follows would be committed by itself.
        if (!handle.inTransaction) throw "error" in outcome ? outcome.error : new Error("the transaction ended early");
        return outcome;
      });
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
