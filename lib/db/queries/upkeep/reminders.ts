import { boundedQuery } from "../bounded";
import { categoryOfEntry, query } from "../query";

const columns = ["e.id", "e.name", "e.environment", "c.name as categoryName"] as const;

/** Entries that expire until then, the first one first. */
export const listExpiringEntries = boundedQuery(
  "listExpiringEntries",
  (db, given: { userId: string; untilAt: string }, within) =>
    db
      .selectFrom("KeyEntry as e")
      .innerJoin("KeyCategory as c", (join) => join.on(categoryOfEntry))
      .select(columns)
      .select("e.expiresAt as dueAt")
      .where("e.userId", "=", given.userId)
      .where("e.expiresAt", "<=", given.untilAt)
      .where("e.trashId", "is", null)
      .$if(within.isBounded, (found) => found.where(within.entry))
      .orderBy("e.expiresAt")
      .orderBy("e.id"),
);

/** Entries whose value is to be replaced until then. */
export const listEntriesToRotate = boundedQuery(
  "listEntriesToRotate",
  (db, given: { userId: string; untilAt: string }, within) =>
    db
      .selectFrom("KeyEntry as e")
      .innerJoin("KeyCategory as c", (join) => join.on(categoryOfEntry))
      .select(columns)
      .select("e.rotateAt as dueAt")
      .where("e.userId", "=", given.userId)
      .where("e.rotateAt", "<=", given.untilAt)
      .where("e.trashId", "is", null)
      .$if(within.isBounded, (found) => found.where(within.entry))
      .orderBy("e.rotateAt")
      .orderBy("e.id"),
);

/** The calendar that an address leads to. */
export const findCalendarByHash = query(
  "findCalendarByHash",
  (db, given: { tokenHash: string }) =>
    db
      .selectFrom("CalendarFeed as f")
      .select(["f.id", "f.userId", "f.readerId", "f.mac"])
      .where("f.tokenHash", "=", given.tokenHash),
  { ofAnyOwner: "it finds out whose the calendar is" },
);
