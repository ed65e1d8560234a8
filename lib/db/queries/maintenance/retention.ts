import { type Expression, sql, type SqlBool } from "kysely";
import type { Prisma } from "../../generated/client";
import { query } from "../query";

const everybodys = { ofAnyOwner: "what is old enough goes, whoever it belongs to" };

/** The first moment in the column at which a row was due; no row if nothing is due. */
const dueFirst = (name: string, table: Prisma.ModelName, column: string, where?: Expression<SqlBool>) =>
  query(
    name,
    (db, given: { dueAt: string }) => {
      const moment = db.dynamic.ref(column);
      return db
        .selectFrom(table)
        .select(moment)
        .$if(where !== undefined, (found) => found.where(where as Expression<SqlBool>))
        .where(moment, "<=", given.dueAt)
        .orderBy(moment)
        .limit(sql.lit(1));
    },
    everybodys,
  );

/** When the oldest of what is due was deleted. */
export const findDueTrash = dueFirst("findDueTrash", "TrashItem", "deletedAt");

/** When the first of the links that have expired did so. */
export const findDueLink = dueFirst("findDueLink", "ShareLink", "expiresAt");

/** When the first of the keys that rules issued expired. */
export const findDueIssuedKey = dueFirst("findDueIssuedKey", "AccessKey", "expiresAt", sql`"ruleId" is not null`);

/** When the oldest of the deliveries that are due was made. */
export const findDueDelivery = dueFirst("findDueDelivery", "WebhookDelivery", "createdAt");

/** When the oldest of the versions that are due was replaced, by table. */
export const findDueVersion = {
  EntryVersion: dueFirst("findDueEntryVersion", "EntryVersion", "replacedAt"),
  EnvFileVersion: dueFirst("findDueEnvFileVersion", "EnvFileVersion", "replacedAt"),
};
