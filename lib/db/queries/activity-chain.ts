import { sql } from "kysely";
import type { LinkedRecord } from "../chain";
import { query } from "./query";

/*
 * The chains of the activity: what continues, follows and shortens them.
 */

const chained = { ofAnyOwner: "it asks by the vaults whose chains it continues" };

/** Where a vault's chain ends. */
export const findActivityHead = query("findActivityHead", (db, given: { userId: string }) =>
  db.selectFrom("ActivityHead").select(["userId", "number", "mac"]).where("userId", "=", given.userId),
);

/** The same, held until the transaction ends: one writer of a chain at a time. */
export const lockActivityHead = query(
  "lockActivityHead",
  (db, given: { userId: string }) =>
    db.selectFrom("ActivityHead").select(["userId", "number", "mac"]).where("userId", "=", given.userId).forUpdate(),
  { onlyOn: "postgresql" },
);

/** The beginning of a chain. Nothing happens if there is one: of two first writers, the second waits for the first. */
export const insertActivityHead = query(
  "insertActivityHead",
  (db, given: { userId: string }) =>
    db
      .insertInto("ActivityHead")
      .values({ userId: given.userId, number: sql.lit(0), mac: sql.lit(""), startNumber: sql.lit(0) })
      .onConflict((conflict) => conflict.doNothing()),
  { ofAnyOwner: "its key is the owner" },
);

export const writeActivityHead = query(
  "writeActivityHead",
  (db, given: { userId: string; number: number; mac: string }) =>
    db.updateTable("ActivityHead").set({ number: given.number, mac: given.mac }).where("userId", "=", given.userId),
);

export const recordColumns = [
  "id",
  "userId",
  "number",
  "at",
  "action",
  "actorKind",
  "actorUserId",
  "actorName",
  "actorKeyId",
  "actorKeyPrefix",
  "address",
  "userAgent",
  "objectKind",
  "objectId",
  "objectName",
  "project",
  "environment",
  "valueId",
  "count",
  "outcome",
  "requestId",
  "reason",
  "mac",
] as const;

export const insertActivity = query("insertActivity", (db, given: LinkedRecord) =>
  db.insertInto("Activity").values({
    id: given.id,
    userId: given.userId,
    number: given.number,
    at: given.at,
    action: given.action,
    actorKind: given.actorKind,
    actorUserId: given.actorUserId,
    actorName: given.actorName,
    actorKeyId: given.actorKeyId,
    actorKeyPrefix: given.actorKeyPrefix,
    address: given.address,
    userAgent: given.userAgent,
    objectKind: given.objectKind,
    objectId: given.objectId,
    objectName: given.objectName,
    project: given.project,
    environment: given.environment,
    valueId: given.valueId,
    count: given.count,
    outcome: given.outcome,
    requestId: given.requestId,
    reason: given.reason,
    mac: given.mac,
  }),
);

const typeOf = (column: (typeof recordColumns)[number]): string =>
  column === "number" || column === "count" ? "integer" : column === "at" ? "timestamp(3)" : "text";

/** The records of a JSON array, as a table. */
const recordsIn = (given: { records: string }) =>
  sql<Record<(typeof recordColumns)[number], never>>`json_to_recordset(${given.records}::json)`.as(
    sql`r(${sql.raw(recordColumns.map((column) => `"${column}" ${typeOf(column)}`).join(", "))})`,
  );

const columnsOfRecords = recordColumns.map((column) => sql.ref<never>(`r.${column}`).as(column));

/**
 * Many records at once, given as a JSON array. On PostgreSQL, a statement for each would cost a round trip each; on
 * SQLite it would cost Prisma's work for each, which is several times the database's.
 */
const insertActivitiesInPostgresql = query(
  "insertActivitiesInPostgresql",
  (db, given: { records: string }) =>
    db
      .insertInto("Activity")
      .columns([...recordColumns])
      .expression((eb) => eb.selectFrom(recordsIn(given)).select(columnsOfRecords)),
  { ...chained, onlyOn: "postgresql" },
);

const insertActivitiesInSqlite = query(
  "insertActivitiesInSqlite",
  (db, given: { records: string }) =>
    db
      .insertInto("Activity")
      .columns([...recordColumns])
      .expression((eb) =>
        eb
          .selectFrom(sql`json_each(${given.records})`.as("r"))
          .select(recordColumns.map((column) => sql<never>`r.value ->> ${sql.lit(column)}`.as(column))),
      ),
  { ...chained, onlyOn: "sqlite", wholeTable: "it reads the records that it is given" },
);

export const insertActivities = { postgresql: insertActivitiesInPostgresql, sqlite: insertActivitiesInSqlite };

/**
 * Records of one vault, given as a JSON array, with the move of its chain's end, if that is still where the first of them
 * continues: otherwise it writes nothing. The vault is held before its chain, as everywhere.
 */
export const appendActivities = query(
  "appendActivities",
  (db, given: { userId: string; endNumber: number; endMac: string; number: number; mac: string; records: string }) =>
    db
      .with("held", (db) => db.selectFrom("Owner").select("id").where("id", "=", given.userId).forKeyShare())
      .with("moved", (db) =>
        db
          .updateTable("ActivityHead")
          .set({ number: given.number, mac: given.mac })
          .where("userId", "=", given.userId)
          .where("number", "=", given.endNumber)
          .where("mac", "=", given.endMac)
          .where(({ exists, selectFrom }) => exists(selectFrom("held").select("held.id")))
          .returning("userId"),
      )
      .insertInto("Activity")
      .columns([...recordColumns])
      .expression((eb) =>
        eb
          .selectFrom(recordsIn(given))
          .select(columnsOfRecords)
          .where(({ exists, selectFrom }) => exists(selectFrom("moved").select("moved.userId"))),
      ),
  { onlyOn: "postgresql" },
);

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
