import { expect } from "vitest";
import { AppError } from "@/lib/errors";
import type { Db, Tx } from "@/lib/db/client";
import { countOfLockWaiters } from "./lock-waiters";

export type Step = (tx: Tx) => Promise<unknown>;

/** How many connections wait for a lock. */
export const waitersIn = async (db: Db): Promise<number> =>
  (await db.$queryRawUnsafe<{ n: number }[]>(countOfLockWaiters))[0]?.n ?? 0;

/** How work ends that begins after the first step of a transaction, and has to wait for it. */
export const outcomeBesideIn =
  (db: () => Db) =>
  async (first: Step, work: () => Promise<unknown>, rest: Step = async () => {}): Promise<unknown> => {
    let working: Promise<unknown> = Promise.resolve();
    await db().$transaction(
      async (tx) => {
        await first(tx);
        working = work().catch((error: unknown) => (error instanceof AppError ? error.code : String(error)));
        await expect.poll(() => waitersIn(db()), { timeout: 5_000 }).toBe(1);
        await rest(tx);
      },
      { timeout: 20_000 },
    );
    return working;
  };
