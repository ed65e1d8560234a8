import { type Kysely, sql } from "kysely";
import { query } from "../query";
import type { Schema } from "../schema";

/*
 * The mails that are still to be sent. Whoever sends one takes its row first, by moving the time of its next attempt to
 * where nobody else waits for it.
 */

type NewMail = {
  id: string;
  userId: string | null;
  sealedMessage: Uint8Array<ArrayBuffer>;
  nextAttemptAt: string;
  nowAt: string;
};

export const insertMail = query("insertMail", (db, given: NewMail) =>
  db.insertInto("Mail").values({
    id: given.id,
    userId: given.userId,
    sealedMessage: given.sealedMessage,
    attempts: sql.lit(0),
    nextAttemptAt: given.nextAttemptAt,
    createdAt: given.nowAt,
  }),
);

const everybodys = { ofAnyOwner: "the vault sends everybody's mails" };

const nextMails = (db: Kysely<Schema>, limit: number) =>
  db.selectFrom("Mail").select("id").orderBy("nextAttemptAt").limit(limit);

/** The next mails that need not wait. */
export const listDueMails = query(
  "listDueMails",
  (db, given: { nowAt: string; limit: number }) => nextMails(db, given.limit).where("nextAttemptAt", "<=", given.nowAt),
  everybodys,
);

/** Mails that wait for a time further ahead than any should. */
export const listMailsAhead = query(
  "listMailsAhead",
  (db, given: { aheadAt: string; limit: number }) =>
    nextMails(db, given.limit).where("nextAttemptAt", ">", given.aheadAt),
  everybodys,
);

/** Takes a mail that is due, or waits for too far ahead. Of two that try at once, the second finds that it is not. */
export const leaseMail = query(
  "leaseMail",
  (db, given: { id: string; leaseId: string; nowAt: string; aheadAt: string; untilAt: string }) =>
    db
      .updateTable("Mail")
      .set({ leaseId: given.leaseId, nextAttemptAt: given.untilAt })
      .where("id", "=", given.id)
      .where(({ eb, or }) => or([eb("nextAttemptAt", "<=", given.nowAt), eb("nextAttemptAt", ">", given.aheadAt)])),
  everybodys,
);

type Leased = { id: string; leaseId: string };

export const findLeasedMail = query(
  "findLeasedMail",
  (db, given: Leased) =>
    db
      .selectFrom("Mail")
      .select(["id", "userId", "sealedMessage", "attempts", "createdAt"])
      .where("id", "=", given.id)
      .where("leaseId", "=", given.leaseId),
  everybodys,
);

/** It was not taken: it is tried again then. */
export const postponeMail = query(
  "postponeMail",
  (db, given: Leased & { attempts: number; nextAttemptAt: string }) =>
    db
      .updateTable("Mail")
      .set({ attempts: given.attempts, nextAttemptAt: given.nextAttemptAt, leaseId: sql.lit(null) })
      .where("id", "=", given.id)
      .where("leaseId", "=", given.leaseId),
  everybodys,
);

/** It was sent, or is given up. */
export const deleteMail = query(
  "deleteMail",
  (db, given: Leased) => db.deleteFrom("Mail").where("id", "=", given.id).where("leaseId", "=", given.leaseId),
  everybodys,
);

/** Mails that a process had taken which has ended, where only one at a time has the database. */
export const endMailLeases = query(
  "endMailLeases",
  (db, given: { nowAt: string }) =>
    db
      .updateTable("Mail")
      .set({ leaseId: sql.lit(null), nextAttemptAt: given.nowAt })
      .where("leaseId", "is not", null),
  { ofAnyOwner: "nobody sends any of them", wholeTable: "it has a row for each mail that waits" },
);

/** With what programs somebody signed in before a record of theirs, the latest first. */
export const listFormerSignIns = query(
  "listFormerSignIns",
  (db, given: { userId: string; beforeNumber: number; limit: number }) =>
    db
      .selectFrom("Activity")
      .select("userAgent")
      .where("userId", "=", given.userId)
      .where("number", "<", given.beforeNumber)
      .where("action", "=", sql.lit("session.sign-in"))
      .where("outcome", "=", sql.lit("done"))
      .orderBy("number", "desc")
      .limit(given.limit),
);

/** The last mail to somebody that was given up, if that was since then. */
export const findLostMail = query("findLostMail", (db, given: { userId: string; sinceAt: string }) =>
  db
    .selectFrom("Activity")
    .select("at")
    .where("userId", "=", given.userId)
    // What was done to the account itself: few of all records, and an index leads to them.
    .where("objectId", "=", given.userId)
    .where("action", "=", sql.lit("account.mail-lost"))
    .where("at", ">=", given.sinceAt)
    .orderBy("number", "desc")
    .limit(sql.lit(1)),
);
