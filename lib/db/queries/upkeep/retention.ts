import { sql } from "kysely";
import { query } from "../query";

const everybodys = { ofAnyOwner: "what is old enough goes, whoever it belongs to" };

type Given = { dueAt: string };

/** When the oldest of what is due was deleted; no row if nothing is due. */
export const findDueTrash = query(
  "findDueTrash",
  (db, given: Given) =>
    db
      .selectFrom("TrashItem")
      .select("deletedAt")
      .where("deletedAt", "<=", given.dueAt)
      .orderBy("deletedAt")
      .limit(sql.lit(1)),
  everybodys,
);

/** When the first of the links that have expired did so. */
export const findDueLink = query(
  "findDueLink",
  (db, given: Given) =>
    db
      .selectFrom("ShareLink")
      .select("expiresAt")
      .where("expiresAt", "<=", given.dueAt)
      .orderBy("expiresAt")
      .limit(sql.lit(1)),
  everybodys,
);

/** When the first of the keys that rules issued expired. */
export const findDueIssuedKey = query(
  "findDueIssuedKey",
  (db, given: Given) =>
    db
      .selectFrom("AccessKey")
      .select("expiresAt")
      .where("ruleId", "is not", null)
      .where("expiresAt", "<=", given.dueAt)
      .orderBy("expiresAt")
      .limit(sql.lit(1)),
  everybodys,
);

/** When the oldest of the deliveries that are due was made. */
export const findDueDelivery = query(
  "findDueDelivery",
  (db, given: Given) =>
    db
      .selectFrom("WebhookDelivery")
      .select("createdAt")
      .where("createdAt", "<=", given.dueAt)
      .orderBy("createdAt")
      .limit(sql.lit(1)),
  everybodys,
);

const oldestOf = (table: "EntryVersion" | "EnvFileVersion") =>
  query(
    `findDue${table}`,
    (db, given: Given) =>
      db
        .selectFrom(table)
        .select("replacedAt")
        .where("replacedAt", "<=", given.dueAt)
        .orderBy("replacedAt")
        .limit(sql.lit(1)),
    everybodys,
  );

/** When the oldest of the versions that are due was replaced, by table. */
export const findDueVersion = { EntryVersion: oldestOf("EntryVersion"), EnvFileVersion: oldestOf("EnvFileVersion") };
