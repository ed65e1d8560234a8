import { type Expression, type ExpressionBuilder, expressionBuilder, type Kysely, sql, type SqlBool } from "kysely";
import { tableNamed } from "../../tables";
import { checked, query } from "../query";
import type { Schema } from "../schema";

/*
 * Deletes rows that mean nothing any more: nobody looks at them, and nobody is told. Each statement deletes some rows,
 * so that it ends in time and holds nobody up however many there are: it is repeated until it finds no more.
 */

/** How many rows a statement deletes at most. */
export const deletedAtOnce = 1_000;

type Expiring =
  "Session" | "OneTimeChallenge" | "Invitation" | "PreviousAccessKey" | "LoginThrottle" | "AccountTotp" | "RevealCount";

/** Deletes some of the rows that are due. What is no longer due when its turn comes, as a session that was just used, stays. */
function someOf<T extends Expiring>(
  db: Kysely<Schema>,
  name: T,
  due: (eb: ExpressionBuilder<Schema, T>) => Expression<SqlBool>,
) {
  const table: Expiring = name;
  const isDue = due(expressionBuilder<Schema, T>());
  const key = sql.ref<string>(tableNamed(table).key);
  const some = db.selectFrom(table).select(key.as("key")).where(isDue).limit(sql.lit(deletedAtOnce));
  return db.deleteFrom(table).where(key, "in", some).where(checked(isDue));
}

const everybodys = { ofAnyOwner: "what has expired means nothing any more, whoever it belongs to" };

type Now = { nowAt: string };

export const dropExpiredSessions = query(
  "dropExpiredSessions",
  (db, given: Now) => someOf(db, "Session", (eb) => eb("expiresAt", "<=", given.nowAt)),
  everybodys,
);

export const dropIdleSessions = query(
  "dropIdleSessions",
  (db, given: { idleAt: string }) => someOf(db, "Session", (eb) => eb("lastSeenAt", "<=", given.idleAt)),
  { ...everybodys, wholeTable: "it has a row for each session of the last day" },
);

export const dropExpiredChallenges = query(
  "dropExpiredChallenges",
  (db, given: Now) => someOf(db, "OneTimeChallenge", (eb) => eb("expiresAt", "<=", given.nowAt)),
  everybodys,
);

export const dropExpiredInvitations = query("dropExpiredInvitations", (db, given: Now) =>
  someOf(db, "Invitation", (eb) => eb("expiresAt", "<=", given.nowAt)),
);

export const dropExpiredKeys = query(
  "dropExpiredKeys",
  (db, given: Now) => someOf(db, "PreviousAccessKey", (eb) => eb("expiresAt", "<=", given.nowAt)),
  { ...everybodys, wholeTable: "it has a row for each key that was replaced lately" },
);

export const dropOldFailures = query("dropOldFailures", (db, given: { leftAt: string }) =>
  someOf(db, "LoginThrottle", (eb) => eb("lastFailedAt", "<=", given.leftAt)),
);

export const dropOldSetups = query(
  "dropOldSetups",
  (db, given: { leftAt: string }) =>
    someOf(db, "AccountTotp", (eb) => eb.and([eb("confirmedAt", "is", null), eb("createdAt", "<=", given.leftAt)])),
  { ...everybodys, wholeTable: "it has a row for each account with a second factor" },
);

export const dropRevealCountsBefore = query(
  "dropRevealCountsBefore",
  (db, given: { minute: number }) => someOf(db, "RevealCount", (eb) => eb("minute", "<", given.minute)),
  everybodys,
);

/** A clock counted them that has been set back since: they would count until then. */
export const dropRevealCountsAhead = query(
  "dropRevealCountsAhead",
  (db, given: { minute: number }) => someOf(db, "RevealCount", (eb) => eb("minute", ">", given.minute)),
  everybodys,
);
