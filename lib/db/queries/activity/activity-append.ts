import { type Kysely, sql } from "kysely";
import type { ChainedRecord } from "../../activity/chain";
import { query } from "../query";
import type { Schema } from "../schema";

/*
 * What continues the chains of the activity.
 */

/**
 * Holds a vault, unless it is being deleted. From then on its transaction waits for a lock only shortly, for longer than anybody
 * holds the end of a chain who does not append thousands of records. Set in the same statement, that costs nothing.
 */
const freeOwner = (db: Pick<Kysely<Schema>, "selectFrom">, given: { userId: string }) =>
  db
    .selectFrom("Owner")
    .select("id")
    .where("id", "=", given.userId)
    .where(sql<boolean>`set_config('lock_timeout', '300', true) is not null`)
    .forKeyShare()
    .skipLocked();

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

const freeHead = (db: Kysely<Schema>, given: { userId: string }) =>
  db
    .with("held", (db) => freeOwner(db, given))
    .selectFrom("ActivityHead")
    .select(["userId", "number", "mac"])
    .where("userId", "=", given.userId)
    .where(({ exists, selectFrom }) => exists(selectFrom("held").select("held.id")))
    .forUpdate();

/**
 * The same, with its vault held too, unless the vault is being deleted: then it finds nothing, and waits for nobody who
 * deletes it. A transaction that holds the end itself is waited for briefly.
 */
export const lockFreeActivityHead = query("lockFreeActivityHead", freeHead, { onlyOn: "postgresql" });

/** The same, which waits for nobody: it finds nothing if somebody holds the end. */
export const takeFreeActivityHead = query(
  "takeFreeActivityHead",
  (db, given: { userId: string }) => freeHead(db, given).skipLocked(),
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

export const insertActivity = query("insertActivity", (db, given: ChainedRecord) =>
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
 * continues: otherwise it writes nothing. The vault is held before its chain, as everywhere; nothing is written, and
 * nobody waited for, if it is being deleted. A transaction that holds the end is waited for briefly.
 */
export const appendActivities = query(
  "appendActivities",
  (db, given: { userId: string; endNumber: number; endMac: string; number: number; mac: string; records: string }) =>
    db
      .with("held", (db) => freeOwner(db, given))
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
