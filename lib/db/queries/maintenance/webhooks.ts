import { sql } from "kysely";
import { query } from "../query";

/*
 * What sending to webhooks needs. A process that sends to one holds its lease: it alone writes what became of the messages.
 */

type Webhook = { id: string; userId: string };
type Leased = Webhook & { leaseId: string };
/** A time that has come, or lies further ahead than any, need not be waited for. */
type Due = { nowAt: string; waitAheadAt: string; leaseAheadAt: string };

/** The next webhooks with records that they may have to be told, which nobody is sending to and which need not wait. */
export const listDueWebhooks = query(
  "listDueWebhooks",
  (db, given: Due & { after: string; limit: number }) =>
    db
      .selectFrom("Webhook as w")
      .innerJoin("ActivityHead as h", "h.userId", "w.userId")
      .select(["w.id", "w.userId"])
      .where("w.id", ">", given.after)
      .where("w.disabledAt", "is", null)
      .where(({ eb, ref }) => eb("w.position", "<", ref("h.number")))
      .where(({ eb, or }) =>
        or([
          eb("w.nextAttemptAt", "is", null),
          eb("w.nextAttemptAt", "<=", given.nowAt),
          eb("w.nextAttemptAt", ">", given.waitAheadAt),
        ]),
      )
      .where(({ eb, or }) =>
        or([
          eb("w.leaseUntil", "is", null),
          eb("w.leaseUntil", "<=", given.nowAt),
          eb("w.leaseUntil", ">", given.leaseAheadAt),
        ]),
      )
      .orderBy("w.id")
      .limit(given.limit),
  { ofAnyOwner: "the vault sends everybody's messages" },
);

export const findLeasedWebhook = query("findLeasedWebhook", (db, given: Leased) =>
  db
    .selectFrom("Webhook")
    .select(["id", "userId", "sealedTarget", "position", "attempts", "failingSince"])
    .where("id", "=", given.id)
    .where("userId", "=", given.userId)
    .where("leaseId", "=", given.leaseId)
    .where("disabledAt", "is", null),
);

/** Takes the lease if nobody has it. Of two that try at once, the second finds it taken. */
export const leaseWebhook = query(
  "leaseWebhook",
  (db, given: Leased & Omit<Due, "waitAheadAt"> & { untilAt: string }) =>
    db
      .updateTable("Webhook")
      .set({ leaseId: given.leaseId, leaseUntil: given.untilAt })
      .where("id", "=", given.id)
      .where("userId", "=", given.userId)
      .where(({ eb, or }) =>
        or([
          eb("leaseUntil", "is", null),
          eb("leaseUntil", "<=", given.nowAt),
          eb("leaseUntil", ">", given.leaseAheadAt),
        ]),
      ),
);

/** Gives the lease back, with the last record that need not be told. */
export const releaseWebhook = query("releaseWebhook", (db, given: Leased & { number: number }) =>
  db
    .updateTable("Webhook")
    .set({ leaseId: sql.lit(null), leaseUntil: sql.lit(null), position: given.number })
    .where("id", "=", given.id)
    .where("userId", "=", given.userId)
    .where("leaseId", "=", given.leaseId),
);

/** Leases of a process that has ended, where only one at a time has the database. */
export const endLeases = query(
  "endLeases",
  (db, _given: Record<string, never>) =>
    db
      .updateTable("Webhook")
      .set({ leaseId: sql.lit(null), leaseUntil: sql.lit(null) })
      .where("leaseId", "is not", null),
  { ofAnyOwner: "nobody sends to any of them", wholeTable: "it has a row for each webhook" },
);

/** The record was taken, or need not be told: the next one is next. */
export const advanceWebhook = query("advanceWebhook", (db, given: Leased & { number: number; untilAt: string }) =>
  db
    .updateTable("Webhook")
    .set({
      position: given.number,
      attempts: sql.lit(0),
      failingSince: sql.lit(null),
      nextAttemptAt: sql.lit(null),
      leaseUntil: given.untilAt,
    })
    .where("id", "=", given.id)
    .where("userId", "=", given.userId)
    .where("leaseId", "=", given.leaseId),
);

/** The record was not taken: it is tried again then. */
export const postponeWebhook = query(
  "postponeWebhook",
  (db, given: Leased & { attempts: number; failingSinceAt: string | null; nextAttemptAt: string }) =>
    db
      .updateTable("Webhook")
      .set({ attempts: given.attempts, failingSince: given.failingSinceAt, nextAttemptAt: given.nextAttemptAt })
      .where("id", "=", given.id)
      .where("userId", "=", given.userId)
      .where("leaseId", "=", given.leaseId),
);

/** Nothing more is sent. */
export const disableWebhook = query(
  "disableWebhook",
  (db, given: Leased & { nowAt: string; disabledFor: string; failingSinceAt: string }) =>
    db
      .updateTable("Webhook")
      .set({
        disabledAt: given.nowAt,
        disabledFor: given.disabledFor,
        failingSince: given.failingSinceAt,
        nextAttemptAt: sql.lit(null),
      })
      .where("id", "=", given.id)
      .where("userId", "=", given.userId)
      .where("leaseId", "=", given.leaseId),
);

type Delivery = Webhook & {
  webhookId: string;
  number: number;
  messageId: string;
  event: string;
  state: string;
  attempts: number;
  status: number | null;
  fault: string | null;
  milliseconds: number;
  nowAt: string;
};

/** What became of a record's message: its first attempt, or one more. */
export const writeDelivery = query("writeDelivery", (db, given: Delivery) =>
  db
    .insertInto("WebhookDelivery")
    .values({
      id: given.id,
      userId: given.userId,
      webhookId: given.webhookId,
      number: given.number,
      messageId: given.messageId,
      event: given.event,
      state: given.state,
      attempts: given.attempts,
      status: given.status,
      fault: given.fault,
      milliseconds: given.milliseconds,
      lastAttemptAt: given.nowAt,
      createdAt: given.nowAt,
    })
    .onConflict((conflict) =>
      conflict.columns(["webhookId", "number"]).doUpdateSet(({ ref, eb }) => ({
        state: ref("excluded.state"),
        attempts: eb(ref("WebhookDelivery.attempts"), "+", ref("excluded.attempts")),
        status: ref("excluded.status"),
        fault: ref("excluded.fault"),
        milliseconds: ref("excluded.milliseconds"),
        lastAttemptAt: ref("excluded.lastAttemptAt"),
      })),
    ),
);

/** What has become of a record's message so far. */
export const findDelivery = query("findDelivery", (db, given: { userId: string; webhookId: string; number: number }) =>
  db
    .selectFrom("WebhookDelivery")
    .select(["id", "state"])
    .where("webhookId", "=", given.webhookId)
    .where("number", "=", given.number)
    .where("userId", "=", given.userId),
);
