import { sql } from "kysely";
import { columnsOf, isOwned, type Table, tables } from "../../tables";
import { type Exceptions, query } from "../query";

/** When a maintenance task was last done, by its name. */
export const findLastDone = query("findLastDone", (db, given: { name: string }) =>
  db.selectFrom("Upkeep").select("at").where("name", "=", given.name),
);

/** It was done then. The last writer wins, even with an earlier moment: one wrong clock must not silence the others. */
export const writeLastDone = query("writeLastDone", (db, given: { name: string; nowAt: string }) =>
  db
    .insertInto("Upkeep")
    .values({ name: given.name, at: given.nowAt })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(({ ref }) => ({ at: ref("excluded.at") }))),
);

/** The names of the migrations that a database has. */
export const listAppliedMigrations = query(
  "listAppliedMigrations",
  (db) =>
    db
      .selectFrom("_prisma_migrations")
      .select("migration_name")
      .where("finished_at", "is not", null)
      .where("rolled_back_at", "is", null)
      .orderBy("migration_name"),
  { wholeTable: "it has a row for each migration" },
);

/** Maintenance works on every user's rows of a table. */
export const everybodys = (table: Table): Exceptions =>
  isOwned(table) || ["User", "Team"].includes(table.name)
    ? {
        ofAnyOwner: "maintenance seals and signs everybody's rows anew",
        withTrash: "maintenance seals what is in the trash anew too",
      }
    : {};

/** Builds queries with `make` for those tables of `among` that have a matching column. */
const forEach = <Q>(
  among: readonly Table[],
  isMeant: (column: string) => boolean,
  make: (table: Table, column: string) => Q,
) =>
  new Map(
    among.flatMap((table) =>
      columnsOf(table)
        .filter(isMeant)
        .map((column) => [table.name, make(table, column)] as const),
    ),
  );
const isMac = (column: string) => column === "mac";
const isSealed = (column: string) => /^(encrypted|sealed)[A-Z]/.test(column);
const signed = tables.filter((table) => columnsOf(table).some(isMac));

/** Gives a signed row another MAC, if it still has the one that was read. */
export const replaceMac = forEach(signed, isMac, (table) =>
  query(
    `replaceMac:${table.name}`,
    (db, given: { key: string; mac: string; formerMac: string }) =>
      db
        .updateTable(table.name as "Session")
        .set({ mac: given.mac })
        .where(sql.ref(table.key), "=", given.key)
        .where("mac", "=", given.formerMac),
    everybodys(table),
  ),
);

type Sealed = Uint8Array<ArrayBuffer>;

/**
 * Seals a value again, if it is still the one that was read. `updatedAt` tells when the user last changed the row, so
 * it stays.
 */
export const replaceSealed = forEach(tables, isSealed, (table, column) =>
  query(
    `replaceSealed:${table.name}`,
    (db, given: { key: string; sealed: Sealed; formerSealed: Sealed }) =>
      db
        .updateTable(table.name)
        .set(sql.ref(column), given.sealed)
        .where(sql.ref(table.key), "=", given.key)
        .where(sql.ref(column), "=", given.formerSealed),
    everybodys(table),
  ),
);

/**
 * The same for many rows of PostgreSQL, given as a JSON array with base64: a statement for each would cost a round trip each,
 * which is most of the time that sealing everything again takes.
 */
export const replaceManySealed = forEach(tables, isSealed, (table, column) =>
  query(
    `replaceManySealed:${table.name}`,
    (db, given: { rows: string }) =>
      db
        .updateTable(table.name)
        .from(
          sql<{ key: string; sealed: string; former: string }>`json_to_recordset(${given.rows}::json)`.as<"r">(
            sql`r("key" text, "sealed" text, "former" text)`,
          ),
        )
        .set(sql.ref(column), sql`decode("r"."sealed", 'base64')`)
        .where(sql.ref(`${table.name}.${table.key}`), "=", sql.ref("r.key"))
        .where(sql.ref(`${table.name}.${column}`), "=", sql`decode("r"."former", 'base64')`),
    { ...everybodys(table), onlyOn: "postgresql" },
  ),
);

/** The same for a row whose MAC covers the value. */
export const replaceSealedAndMac = forEach(signed, isSealed, (table, column) =>
  query(
    `replaceSealedAndMac:${table.name}`,
    (db, given: { key: string; sealed: Sealed; formerSealed: Sealed; mac: string; formerMac: string }) =>
      db
        .updateTable(table.name as "AccountTotp")
        .set(sql.ref(column), given.sealed)
        .set({ mac: given.mac })
        .where(sql.ref(table.key), "=", given.key)
        .where(sql.ref(column), "=", given.formerSealed)
        .where("mac", "=", given.formerMac),
    everybodys(table),
  ),
);

/** How large the values of the next rows by key are, in bytes. Neither database reads the values for that. */
export const listValueSizes = forEach(tables, isSealed, (table, column) =>
  query(
    `listValueSizesIn${table.name}`,
    (db, given: { after: string; limit: number }) =>
      db
        .selectFrom(table.name)
        .select(sql<number>`length(${sql.ref(column)})`.as("bytes"))
        .where(sql.ref(table.key), ">", given.after)
        .orderBy(sql.ref(table.key))
        .limit(given.limit),
    everybodys(table),
  ),
);

/** The query for a table. Throws RangeError if the table lacks the column. */
export function queryOf<Q>(queries: ReadonlyMap<string, Q>, { name }: Table): Q {
  const found = queries.get(name);
  if (!found) throw new RangeError(`${name} has no such column`);
  return found;
}
