import type { NewRecord } from "../../db/activity/chain";
import type { Db } from "../../db/client";
import { loggableError, log } from "../../log";
import { runtime } from "../../runtime";

/** Longer than an answer takes. */
const behindMs = 1_000;

// Shared by the copies that `next dev` loads, one with every change: the process stops for all of them.
const holder = globalThis as { [key: symbol]: Set<() => Promise<void>> | undefined };
const slot = Symbol.for("svc.records-after-reply");
const waiting = (): Set<() => Promise<void>> => (holder[slot] ??= new Set());

/**
 * Records a refusal after its reply, which neither waits for the commit nor shares its time with it: how long it takes
 * must not tell who has an account, or which key is a canary. A record that can't be written is logged, unless its vault was deleted
 * meanwhile: nobody is left to read it.
 */
export function recordAfterReply(record: NewRecord): void {
  const { writes, db } = runtime();
  const timer = setTimeout(() => void write(), behindMs).unref();
  const write = async () => {
    clearTimeout(timer);
    waiting().delete(write);
    try {
      await writes.record([record]);
    } catch (error) {
      if (await isGone(db, record.userId)) return;
      log.error({ event: "activity-not-written", action: record.action, error: loggableError(error) });
    }
  };
  waiting().add(write);
}

/** Whether there is no such vault. If that can't be told, there may be one. */
const isGone = (db: Db, id: string): Promise<boolean> =>
  db.owner.count({ where: { id } }).then(
    (count) => count === 0,
    () => false,
  );

/** Writes what still waits. The server calls it when it stops, so that an orderly stop loses nothing. */
export async function flushRecords(): Promise<void> {
  await Promise.all([...waiting()].map((write) => write()));
}
