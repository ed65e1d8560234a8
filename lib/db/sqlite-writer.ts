import type { Write, SqlWriter } from "./sql";
import type { TransactionMutex } from "./transaction-mutex";
import type { SqliteHandle } from "./sqlite-handle";

type Job = { write: Write; resolve(written: boolean): void; reject(error: unknown): void };

const batchMax = 500;

/**
 * Commits many writes in one transaction: waiting writes go together, since a commit costs one flush of the disk
 * however much it holds. A write is acknowledged only once its commit is durable; a failed one does not affect the
 * others.
 */
export function sqliteWriter(handle: SqliteHandle, mutex: TransactionMutex): SqlWriter {
  let queue: Job[] = [];
  let scheduled = false;

  /** A failed statement undoes only itself; the transaction goes on. */
  function attempt({ sql, values, onlyIf, unless }: Write): { written: boolean } | { error: unknown } {
    try {
      if (onlyIf && handle.prepared(onlyIf.sql).get(...onlyIf.values) === undefined) return { written: false };
      if (unless && handle.prepared(unless.sql).get(...unless.values) !== undefined) return { written: false };
      return { written: handle.prepared(sql).run(...values).changes > 0 };
    } catch (error) {
      return { error };
    }
  }

  function commit(jobs: readonly Job[]): void {
    handle.prepared("BEGIN IMMEDIATE").run();
    let outcomes;
    try {
      outcomes = jobs.map(({ write }) => {
        const outcome = attempt(write);
        // A full disk ends the whole transaction, and each later statement would commit on its own.
        if (!handle.inTransaction())
          throw "error" in outcome ? outcome.error : new Error("the transaction ended early");
        return outcome;
      });
      handle.prepared("COMMIT").run();
    } finally {
      if (handle.inTransaction()) handle.prepared("ROLLBACK").run();
    }
    for (const [index, outcome] of outcomes.entries()) {
      if ("error" in outcome) jobs[index]?.reject(outcome.error);
      else jobs[index]?.resolve(outcome.written);
    }
  }

  async function flush(): Promise<void> {
    await mutex.waitUntilIdle();
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
    // Runs after all pending input has been read, so that writes that arrived together share one commit.
    setImmediate(() => void flush());
  }

  return {
    run: (write) =>
      new Promise((resolve, reject) => {
        queue.push({ write, resolve, reject });
        schedule();
      }),
  };
}
