import { type Head, type Link, linkAll, mailsOf, type NewRecord } from "../activity/chain";
import { EndedCallerError, refuseRecord } from "../failures";
import {
  findActivityHead,
  insertActivity,
  insertActivityHead,
  writeActivityHead,
} from "../queries/activity/activity-append";
import { insertMail } from "../queries/maintenance/mail";
import type { Write, SqlWriter } from "../sql";
import type { TransactionMutex } from "../transactions/transaction-mutex";
import type { SqliteHandle } from "./handle";

/** A write, records, or a write with its records. */
type Job = {
  write: Write | null;
  records: readonly NewRecord[];
  resolve(written: boolean): void;
  reject(error: unknown): void;
};

type Outcome = { written: boolean } | { error: unknown };

const batchMax = 500;

/**
 * Commits many writes in one transaction: waiting writes go together, since a commit costs one flush of the disk
 * however much it holds. A write is acknowledged only once its commit is durable; a failed one does not affect the
 * others.
 */
export function sqliteWriter(handle: SqliteHandle, mutex: TransactionMutex, link: Link): SqlWriter {
  let queue: Job[] = [];
  let scheduled = false;

  function write({ sql, values, onlyIf, unless, standing = [] }: Write): boolean {
    for (const one of standing)
      if (handle.prepared(one.sql).get(...one.values) === undefined) throw new EndedCallerError();
    if (onlyIf && handle.prepared(onlyIf.sql).get(...onlyIf.values) === undefined) return false;
    if (unless && handle.prepared(unless.sql).get(...unless.values) !== undefined) return false;
    return handle.prepared(sql).run(...values).changes > 0;
  }

  function headOf(userId: string): Head {
    const head = handle.prepared(findActivityHead.sql).get(userId) as Head | undefined;
    if (head) return head;
    handle.prepared(insertActivityHead.sql).run(...insertActivityHead.bind({ userId }));
    return { userId, number: 0, mac: "" };
  }

  /** `heads` are those of this transaction so far. They are written at its end, however many records there are. */
  function append(record: NewRecord, heads: Map<string, Head>): void {
    const head = { ...(heads.get(record.userId) ?? headOf(record.userId)) };
    for (const row of linkAll(link, head, [record]))
      handle.prepared(insertActivity.sql).run(...insertActivity.bind(row));
    for (const mail of mailsOf([record])) handle.prepared(insertMail.sql).run(...insertMail.bind(mail));
    heads.set(record.userId, head);
  }

  function appendAll(records: readonly NewRecord[], heads: Map<string, Head>): void {
    try {
      for (const record of records) append(record, heads);
    } catch (error) {
      refuseRecord(error);
    }
  }

  /**
   * A failed statement undoes only itself; the transaction goes on. A write whose record fails must go too, and so must a
   * record of which a part fails: either needs a savepoint.
   */
  function attempt(job: Job, heads: Map<string, Head>, isSaved: boolean): Outcome {
    const before = isSaved ? new Map(heads) : heads;
    try {
      if (isSaved) handle.prepared("SAVEPOINT job").run();
      const written = job.write === null || write(job.write);
      if (written) appendAll(job.records, heads);
      if (isSaved) handle.prepared("RELEASE job").run();
      return { written };
    } catch (error) {
      if (isSaved && handle.inTransaction()) {
        handle.prepared("ROLLBACK TO job").run();
        handle.prepared("RELEASE job").run();
        heads.clear();
        for (const [userId, head] of before) heads.set(userId, head);
      }
      return { error };
    }
  }

  /**
   * Records alone get a savepoint only if `savesAll`: nearly none is ever refused. Undefined, with nothing committed, if one
   * without a savepoint was.
   */
  function outcomesOf(jobs: readonly Job[], savesAll: boolean): readonly Outcome[] | undefined {
    handle.prepared("BEGIN IMMEDIATE").run();
    try {
      const heads = new Map<string, Head>();
      const outcomes: Outcome[] = [];
      for (const job of jobs) {
        const isSaved = job.records.length > 0 && (savesAll || job.write !== null);
        const outcome = attempt(job, heads, isSaved);
        // A full disk ends the whole transaction, and each later statement would commit on its own.
        if (!handle.inTransaction())
          throw "error" in outcome ? outcome.error : new Error("the transaction ended early");
        if ("error" in outcome && job.records.length > 0 && !isSaved) return undefined;
        outcomes.push(outcome);
      }
      for (const head of heads.values()) handle.prepared(writeActivityHead.sql).run(...writeActivityHead.bind(head));
      handle.prepared("COMMIT").run();
      return outcomes;
    } finally {
      if (handle.inTransaction()) handle.prepared("ROLLBACK").run();
    }
  }

  function commit(jobs: readonly Job[]): void {
    const outcomes = outcomesOf(jobs, false) ?? outcomesOf(jobs, true) ?? [];
    for (const [index, outcome] of outcomes.entries()) {
      if ("error" in outcome) jobs[index]?.reject(outcome.error);
      else jobs[index]?.resolve(outcome.written);
    }
  }

  function flush(): void {
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
    setImmediate(() => void mutex.between(flush));
  }

  const add = (write: Write | null, records: readonly NewRecord[]) =>
    new Promise<boolean>((resolve, reject) => {
      queue.push({ write, records, resolve, reject });
      schedule();
    });

  return {
    run: (write, records = []) => add(write, records),
    record: async (records) => void (records.length > 0 && (await add(null, records))),
  };
}
