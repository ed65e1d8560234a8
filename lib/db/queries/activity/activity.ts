import { type Kysely, sql } from "kysely";
import { boundedQuery, type Within } from "../bounded";
import { checked, placesOf, query } from "../query";
import type { Schema } from "../schema";

const hiddenMax = 3;

type Filter = {
  userId: string;
  /** Only records with a number below this one, and from that one on. */
  before: number;
  from: number;
  /** Only those from this moment on. */
  sinceAt: string;
  /** Null for any. */
  action: string | null;
  outcome: string | null;
  /** Actions that are left out, at most three; one empty text for none. */
  hidden: readonly string[];
  limit: number;
};

const listed = [
  "a.id",
  "a.number",
  "a.at",
  "a.action",
  "a.actorKind",
  "a.actorUserId",
  "a.actorName",
  "a.actorKeyId",
  "a.actorKeyPrefix",
  "a.address",
  "a.userAgent",
  "a.objectKind",
  "a.objectId",
  "a.objectName",
  "a.count",
  "a.outcome",
  "a.requestId",
  "a.reason",
] as const;

/** Newest first. Each way of asking has its own query, so that it has its own index. */
const newest = (db: Kysely<Schema>, given: Filter, within: Within) =>
  db
    .selectFrom("Activity as a")
    .select(listed)
    .where("a.userId", "=", given.userId)
    .where("a.number", "<", given.before)
    // Found by their numbers: PostgreSQL would read and sort all that are new enough, which may be all.
    .where((eb) => checked(eb("a.at", ">=", given.sinceAt)))
    .where("a.action", "not in", placesOf(given.hidden, hiddenMax))
    // PostgreSQL needs the type of a value that is compared with NULL.
    .where(({ eb, or, cast }) =>
      or([eb(cast(eb.val(given.action), "text"), "is", null), eb("a.action", "=", given.action)]),
    )
    .where(({ eb, or, cast }) =>
      or([eb(cast(eb.val(given.outcome), "text"), "is", null), eb("a.outcome", "=", given.outcome)]),
    )
    .$if(within.isBounded, (found) => found.where(within.record))
    .orderBy("a.number", "desc")
    .limit(given.limit);

/**
 * Those of one thing or actor. Asked for numbers between two, SQLite would look among all records of the vault: it expects
 * one there.
 */
const newestOfOne = (db: Kysely<Schema>, given: Filter, within: Within) =>
  newest(db, given, within).where((eb) => checked(eb("a.number", ">=", given.from)));

export const listActivity = boundedQuery("listActivity", (db, given: Filter, within) =>
  newest(db, given, within).where("a.number", ">=", given.from),
);

export const listActivityOfObject = boundedQuery(
  "listActivityOfObject",
  (db, given: Filter & { objectId: string }, within) =>
    newestOfOne(db, given, within).where("a.objectId", "=", given.objectId),
);

export const listActivityOfPerson = boundedQuery(
  "listActivityOfPerson",
  (db, given: Filter & { actorId: string }, within) =>
    newestOfOne(db, given, within).where("a.actorUserId", "=", given.actorId),
);

export const listActivityOfKey = boundedQuery("listActivityOfKey", (db, given: Filter & { actorId: string }, within) =>
  newestOfOne(db, given, within).where("a.actorKeyId", "=", given.actorId),
);

/** A record's number. */
export const findActivityNumber = query("findActivityNumber", (db, given: { userId: string; id: string }) =>
  db.selectFrom("Activity").select("number").where("userId", "=", given.userId).where("id", "=", given.id),
);

/** The number of the first record from a moment on. */
export const findActivitySince = query("findActivitySince", (db, given: { userId: string; sinceAt: string }) =>
  db
    .selectFrom("Activity")
    .select("number")
    .where("userId", "=", given.userId)
    .where("at", ">=", given.sinceAt)
    .orderBy("at")
    .orderBy("number")
    .limit(sql.lit(1)),
);
