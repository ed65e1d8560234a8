import { sql } from "kysely";
import { columnsOf, isOwned, type Table, tables } from "../tables";
import { type Exceptions, query } from "./query";

/** When something was last done for the vault, by its name. */
export const findLastDone = query("findLastDone", (db, given: { name: string }) =>
  db.selectFrom("Upkeep").select("at").where("name", "=", given.name),
);

/** The migrations that a database has, by name. */
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

/** What maintenance does to the rows of a table it does to everybody's. */
export const everybodys = (table: Table): Exceptions =>
  isOwned(table) || table.name === "User" ? { ofAnyOwner: "maintenance seals and signs everybody's rows anew" } : {};

/** The queries that `make` makes for a column, by the tables of `among` that have such a one. */
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

/** A signed row gets another MAC, if it still has the one that was read. */
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

/** A value is sealed anew, if it is still the one that was read: its row's `updatedAt` is the user's, and stays. */
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

/** The same of a row whose MAC covers the value. */
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

/** A table's own of such queries. Throws RangeError for a table without the column. */
export function queryOf<Q>(queries: ReadonlyMap<string, Q>, { name }: Table): Q {
  const found = queries.get(name);
  if (!found) throw new RangeError(`${name} has no such column`);
  return found;
}
