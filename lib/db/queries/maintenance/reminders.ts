import { boundedQuery } from "../bounded";
import { categoryOfEntry, query } from "../query";

/** Entries with a moment in the column until then, the first one first. */
const entriesDue = (name: string, column: "e.expiresAt" | "e.rotateAt") =>
  boundedQuery(name, (db, given: { userId: string; untilAt: string }, within) =>
    db
      .selectFrom("KeyEntry as e")
      .innerJoin("KeyCategory as c", (join) => join.on(categoryOfEntry))
      .select(["e.id", "e.name", "e.environment", "c.name as categoryName", `${column} as dueAt`])
      .where("e.userId", "=", given.userId)
      .where(column, "<=", given.untilAt)
      .where("e.trashId", "is", null)
      .$if(within.isBounded, (found) => found.where(within.entry))
      .orderBy(column)
      .orderBy("e.id"),
  );

/** Entries that expire until then. */
export const listExpiringEntries = entriesDue("listExpiringEntries", "e.expiresAt");

/** Entries whose value is to be replaced until then. */
export const listEntriesToRotate = entriesDue("listEntriesToRotate", "e.rotateAt");

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
