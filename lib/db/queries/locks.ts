import { sql } from "kysely";
import { tables } from "../tables";
import { placesOf, query } from "./query";
import { everybodys } from "./maintenance";
import type { OwnedTable } from "./schema";

/** The tables that count towards a user's revision, owners first. */
const counted = ["KeyCategory", "EnvProject", "KeyEntry", "EnvFile", "TwoFactorToken"] as const satisfies OwnedTable[];

const onPostgresql = { postgresqlOnly: true } as const;

export const lockCategory = query(
  "lockCategory",
  (db, given: { id: string; userId: string }) =>
    db.selectFrom("KeyCategory").select("id").where("id", "=", given.id).where("userId", "=", given.userId).forUpdate(),
  onPostgresql,
);

export const lockUserRow = query(
  "lockUserRow",
  (db, given: { userId: string }) => db.selectFrom("User").select("id").where("id", "=", given.userId).forNoKeyUpdate(),
  onPostgresql,
);

/** One query for each table, in locking order. They count, so that no rows are sent. */
export const lockRowsOfUser = counted.map((table) =>
  query(
    `lockRowsOfUser:${table}`,
    (db, given: { userId: string }) =>
      db
        .selectFrom((db) =>
          db.selectFrom(table).select("id").where("userId", "=", given.userId).orderBy("id").forUpdate().as("held"),
        )
        .select(({ fn }) => fn.countAll().as("n")),
    onPostgresql,
  ),
);

export const lockUsers = query(
  "lockUsers",
  (db, given: { ids: readonly string[] }) =>
    db.selectFrom("User").select("id").where("id", "in", placesOf(given.ids)).orderBy("id").forNoKeyUpdate(),
  { ...onPostgresql, ofAnyOwner: "maintenance seals everybody's rows anew" },
);

/** For each table: locks those rows with these keys that nobody else holds. It never waits. */
export const lockFreeRows = new Map(
  tables.map((table) => [
    table.name,
    query(
      `lockFreeRows:${table.name}`,
      (db, given: { keys: readonly string[] }) =>
        db
          .selectFrom(table.name)
          .select(sql.ref<string>(table.key).as("key"))
          .where(sql.ref(table.key), "in", placesOf(given.keys))
          .forNoKeyUpdate()
          .skipLocked(),
      { ...onPostgresql, ...everybodys(table) },
    ),
  ]),
);
