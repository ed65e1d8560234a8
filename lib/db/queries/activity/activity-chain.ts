import { sql } from "kysely";
import { recordColumns } from "./activity-append";
import { query } from "../query";

/*
 * The chains of the activity: what follows and shortens them.
 */

/** Every vault's chain, in order of its id. */
export const listActivityHeads = query(
  "listActivityHeads",
  (db, given: { after: string; limit: number }) =>
    db
      .selectFrom("ActivityHead")
      .select(["userId", "number", "mac", "startNumber", "startMac", "anchor"])
      .where("userId", ">", given.after)
      .orderBy("userId")
      .limit(given.limit),
  { ofAnyOwner: "maintenance goes through all vaults" },
);

/** Those of them that have a record from before a moment. One step in an index for each, however much they hold. */
export const listHeadsFromBefore = query(
  "listHeadsFromBefore",
  (db, given: { after: string; at: string; limit: number }) =>
    db
      .selectFrom("ActivityHead as h")
      .select(["h.userId", "h.startNumber", "h.startMac"])
      .where("h.userId", ">", given.after)
      .where(
        ({ selectFrom }) =>
          selectFrom("Activity as a")
            .select("a.at")
            .whereRef("a.userId", "=", "h.userId")
            .orderBy("a.at")
            .limit(sql.lit(1)),
        "<",
        given.at,
      )
      .orderBy("h.userId")
      .limit(given.limit),
  { ofAnyOwner: "maintenance goes through all vaults" },
);

export const findWholeHead = query("findWholeHead", (db, given: { userId: string }) =>
  db
    .selectFrom("ActivityHead")
    .select(["userId", "number", "mac", "startNumber", "startMac", "anchor"])
    .where("userId", "=", given.userId),
);

/** A vault's records in order, with what their MACs cover. */
export const listChain = query("listChain", (db, given: { userId: string; afterNumber: number; limit: number }) =>
  db
    .selectFrom("Activity")
    .select([...recordColumns])
    .where("userId", "=", given.userId)
    .where("number", ">", given.afterNumber)
    .orderBy("number")
    .limit(given.limit),
);

/** Vaults that have records and no head: somebody removed it. */
export const listHeadless = query("listHeadless", (db, given: { after: string; limit: number }) =>
  db
    .selectFrom("Owner as o")
    .select("o.id")
    .where("o.id", ">", given.after)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom("Activity as a").select("a.id").whereRef("a.userId", "=", "o.id").limit(sql.lit(1))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("ActivityHead as h").select("h.userId").whereRef("h.userId", "=", "o.id"))),
    )
    .orderBy("o.id")
    .limit(given.limit),
);

/** The first record outside of its vault's chain. One statement, so that it sees records and head of one moment. */
export const findStray = query("findStray", (db, given: { userId: string }) =>
  db
    .selectFrom("Activity as a")
    .innerJoin("ActivityHead as h", "h.userId", "a.userId")
    .select(["a.id", "a.number"])
    .where("a.userId", "=", given.userId)
    .where(({ or, eb }) => or([eb("a.number", ">", eb.ref("h.number")), eb("a.number", "<=", eb.ref("h.startNumber"))]))
    .orderBy("a.number")
    .limit(sql.lit(1)),
);

/** The last record of a vault from before a moment, of those up to a number. */
export const findLastBefore = query("findLastBefore", (db, given: { userId: string; at: string; upTo: number }) =>
  db
    .selectFrom("Activity")
    .select("number")
    .where("userId", "=", given.userId)
    .where("number", "<=", given.upTo)
    .where("at", "<", given.at)
    .orderBy("number", "desc")
    .limit(sql.lit(1)),
);

export const deleteActivityUpTo = query("deleteActivityUpTo", (db, given: { userId: string; number: number }) =>
  db.deleteFrom("Activity").where("userId", "=", given.userId).where("number", "<=", given.number),
);

export const writeActivityStart = query(
  "writeActivityStart",
  (db, given: { userId: string; startNumber: number; startMac: string; anchor: string }) =>
    db
      .updateTable("ActivityHead")
      .set({ startNumber: given.startNumber, startMac: given.startMac, anchor: given.anchor })
      .where("userId", "=", given.userId),
);

/** What former master keys' MACs are checked with, each sealed under the present one. */
export const listActivityKeys = query(
  "listActivityKeys",
  (db, _given: Record<string, never>) => db.selectFrom("ActivityKey").select(["keyId", "sealedKey"]),
  { wholeTable: "it has a row for each former master key" },
);
