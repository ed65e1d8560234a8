import { type Kysely, sql } from "kysely";
import { boundedQuery, type Within } from "../bounded";
import { query } from "../query";
import type { Schema } from "../schema";

/*
 * Who has seen what.
 */

/** When this actor was last shown a code of a token's present secret, if that is on record since then. */
export const findShownCode = query(
  "findShownCode",
  (
    db,
    given: {
      userId: string;
      objectId: string;
      valueId: string | null;
      actorUserId: string;
      actorKeyId: string | null;
      sinceAt: string;
      nowAt: string;
    },
  ) =>
    db
      .selectFrom("Activity")
      .select("at")
      .where("userId", "=", given.userId)
      .where("objectId", "=", given.objectId)
      .where("action", "=", sql.lit("two-factor-token.reveal"))
      .where("valueId", "is not distinct from", given.valueId)
      .where("actorUserId", "=", given.actorUserId)
      .where("actorKeyId", "is not distinct from", given.actorKeyId)
      .where("at", ">", given.sinceAt)
      .where("at", "<=", given.nowAt)
      .orderBy("number", "desc")
      .limit(sql.lit(1)),
);

const seen = [
  "entry.reveal",
  "entry.reveal-version",
  "entry.export",
  "env-file.reveal",
  "env-file.reveal-version",
  "env-file.export",
  "two-factor-token.export",
  "two-factor-token.reveal",
];

/** Each value that left, under each of its names, with when it did last. */
const valuesSeen = (db: Kysely<Schema>, given: { userId: string }, within: Within) =>
  db
    .selectFrom("Activity as a")
    .select(["a.objectKind", "a.objectId", "a.objectName", "a.valueId"])
    .select(({ fn }) => fn.max("a.at").as("at"))
    .where("a.userId", "=", given.userId)
    .where("a.outcome", "=", sql.lit("done"))
    .where(
      "a.action",
      "in",
      seen.map((action) => sql.lit(action)),
    )
    .$if(within.isBounded, (found) => found.where(within.record))
    .groupBy(["a.objectKind", "a.objectId", "a.objectName", "a.valueId"]);

export const listSeenByKey = boundedQuery("listSeenByKey", (db, given: { userId: string; keyId: string }, within) =>
  valuesSeen(db, given, within).where("a.actorKeyId", "=", given.keyId),
);

/** By a person, and by the access keys that they made. */
export const listSeenByPerson = boundedQuery(
  "listSeenByPerson",
  (db, given: { userId: string; personId: string }, within) =>
    valuesSeen(db, given, within).where("a.actorUserId", "=", given.personId),
);

/** Whether this vault knows a key or person of this id from before: it did something, or something was done to it. */
export const findTraceOf = query("findTraceOf", (db, given: { userId: string; kind: string; id: string }) =>
  db
    .selectFrom("Activity")
    .select(["actorUserId", "number"])
    .where("userId", "=", given.userId)
    .where("objectId", "=", given.id)
    .where("objectKind", "=", given.kind)
    .orderBy("number", "desc")
    .limit(sql.lit(1)),
);
