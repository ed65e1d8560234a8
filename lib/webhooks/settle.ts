import { webhookSubject } from "../auth/activity/account-subjects";
import { newRecord, recordIn, vaultItself } from "../auth/activity/activity";
import type { Tx } from "../db/client";
import { storedInstant } from "../db/instants";
import { runIn } from "../db/queries/in-transaction";
import { bound } from "../db/queries/query";
import * as queries from "../db/queries/maintenance/webhooks";
import { newRowId } from "../db/row-id";
import type { Query } from "../db/sql";
import { runtime } from "../runtime";
import type { Message } from "./message";
import type { Outcome } from "./send";
import type { Target } from "./target";

/*
 * Writes what became of an attempt. Each write asks for the lease too: whoever lost it writes nothing.
 */

/** Who sends to a webhook, and as which process. */
export type Lease = { id: string; userId: string; leaseId: string };
/** How often the message failed, and since when. */
export type Failures = { attempts: number; since: Date | string | null };
export const noFailures: Failures = { attempts: 0, since: null };
export type Attempt = { message: Message; number: number };

/** Longer than an attempt and its transaction: nobody else sends meanwhile. */
export const leaseMs = 20_000;
const longestWaitMs = 60 * 60_000;
/** How long a message is tried. */
const triedMsMax = 24 * 60 * 60_000;

/** The wait after that many failed attempts (ms): 2 s, 4 s, 8 s, … up to an hour, and up to a fifth more. */
export const waitAfter = (attempts: number, random = Math.random()): number =>
  Math.min(1000 * 2 ** attempts, longestWaitMs) * (1 + random / 5);

const at = (ms: number) => storedInstant(new Date(ms));

/**
 * When a webhook need not wait: a time that has come, or one further ahead than any wait and any lease lasts, even if
 * clocks differ. That one was set by a clock that has been set back since.
 */
export const dueTimes = (now: number) => ({
  nowAt: at(now),
  waitAheadAt: at(now + 2 * longestWaitMs),
  leaseAheadAt: at(now + 10 * leaseMs),
});

/** A webhook that can't be decrypted waits as long as one can. How often it failed before stays. False if the lease is lost. */
export const putOff = (lease: Lease, { attempts, since }: Failures, now: number): Promise<boolean> =>
  runtime().writes.run(
    bound(queries.postponeWebhook, {
      ...lease,
      attempts,
      failingSinceAt: since && storedInstant(new Date(since)),
      nextAttemptAt: at(now + longestWaitMs),
    }),
  );

/** The next record is next. `outcome` is null if the message had been taken before. False if the lease is lost. */
export const taken = (lease: Lease, attempt: Attempt, outcome: Outcome | null, now: number): Promise<boolean> =>
  inTransaction(async (run, write) => {
    const given = { ...lease, number: attempt.number, untilAt: at(now + leaseMs) };
    if (!(await run(queries.advanceWebhook, given))) return false;
    if (outcome) await write(lease, attempt, outcome, "delivered", now);
    return true;
  });

/** Waits, or disables the webhook after a day of attempts or if it says that it is gone. False if the lease is lost. */
export const notTaken = (
  lease: Lease,
  target: Target,
  attempt: Attempt,
  outcome: Outcome,
  failures: Failures,
  now: number,
): Promise<boolean> =>
  inTransaction(async (run, write, tx) => {
    // Not since a time to come: that is of a clock that has been set back since.
    const since = Math.min(failures.since ? new Date(failures.since).getTime() : now, now);
    const disabledFor = outcome.status === 410 ? "gone" : now - since >= triedMsMax ? "failing" : null;
    const attempts = failures.attempts + 1;
    const failing = { ...lease, failingSinceAt: at(since) };
    const isOurs = disabledFor
      ? await run(queries.disableWebhook, { ...failing, disabledFor, nowAt: at(now) })
      : await run(queries.postponeWebhook, { ...failing, attempts, nextAttemptAt: at(now + waitAfter(attempts)) });
    if (!isOurs) return false;
    await write(lease, attempt, outcome, disabledFor ? "failed" : "pending", now);
    if (disabledFor)
      await recordIn(
        tx,
        newRecord({
          owner: lease.userId,
          action: "webhook.disable",
          actor: vaultItself,
          subject: webhookSubject(lease.id, target),
        }),
      );
    return true;
  });

type Run = <G>(query: Query<G, unknown>, given: G) => Promise<boolean>;
type State = "pending" | "delivered" | "failed";
type Write = (lease: Lease, attempt: Attempt, outcome: Outcome, state: State, now: number) => Promise<unknown>;

const inTransaction = (work: (run: Run, write: Write, tx: Tx) => Promise<boolean>): Promise<boolean> => {
  const { db, databaseKind } = runtime();
  return db.$transaction((tx) => {
    const run: Run = async (query, given) => (await runIn(tx, databaseKind, query, given)) > 0;
    const write: Write = (
      { id: webhookId, userId },
      { message, number },
      { status, fault, milliseconds },
      state,
      now,
    ) =>
      run(queries.writeDelivery, {
        id: newRowId(),
        userId,
        webhookId,
        number,
        messageId: message.id,
        event: message.event,
        state,
        attempts: 1,
        status,
        fault,
        milliseconds,
        nowAt: at(now),
      });
    return work(run, write, tx);
  });
};
