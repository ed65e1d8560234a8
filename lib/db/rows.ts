import type { DatabaseKind, Db, Tx } from "./client";
import { allIn } from "./queries/in-transaction";
import { listAppliedMigrations, listValueSizes } from "./queries/maintenance/tasks";
import type { RowOf } from "./sql";
import { columnsOf, type Table } from "./tables";

/** A row of any table, including its secret columns. */
export type AnyRow = Record<string, unknown>;

type Delegate = {
  findFirst(query: object): Promise<AnyRow | null>;
  findMany(query: object): Promise<AnyRow[]>;
  create(query: object): Promise<AnyRow>;
  createMany(query: { data: object[] }): Promise<unknown>;
  updateManyAndReturn(query: object): Promise<AnyRow[]>;
  count(): Promise<number>;
  deleteMany(query: object): Promise<{ count: number }>;
};

/** The client's methods for a table that is known only by name. */
export function delegateOf(db: Db | Tx, { name }: Table): Delegate {
  return (db as unknown as Record<string, Delegate | undefined>)[name.charAt(0).toLowerCase() + name.slice(1)]!;
}

const pageRows = 500;
/** Values may have a megabyte, and each takes several times that while it is read. */
const pageBytes = 4_000_000;

/**
 * All rows of a table, ordered by key, one page at a time, so that memory use stays bounded: by the number of rows, and by
 * how large their values are.
 */
export async function* pagesOf(
  db: Db | Tx,
  kind: DatabaseKind,
  table: Table,
  columns: readonly string[] = columnsOf(table),
  rows = pageRows,
): AsyncGenerator<AnyRow[]> {
  const { key } = table;
  const select = Object.fromEntries([key, ...columns].map((column) => [column, true]));
  for (let after: unknown; ;) {
    const take = await rowsThatFit(db, kind, table, after, rows);
    const page = await delegateOf(db, table).findMany({
      select,
      orderBy: { [key]: "asc" },
      take,
      ...(after === undefined ? {} : { where: { [key]: { gt: after } } }),
    });
    if (page.length > 0) yield page;
    if (page.length < take) return;
    after = page.at(-1)?.[key];
  }
}

/** How many of the next rows hold no more than a page's bytes together, and at least one. */
async function rowsThatFit(
  db: Db | Tx,
  kind: DatabaseKind,
  table: Table,
  after: unknown,
  rows: number,
): Promise<number> {
  const sizes = listValueSizes.get(table.name);
  if (!sizes) return rows;
  let left = pageBytes;
  const found = await allIn(db, kind, sizes, { after: String(after ?? ""), limit: rows });
  const tooMuch = found.findIndex(({ bytes }) => (left -= Number(bytes)) < 0);
  return tooMuch < 0 ? rows : Math.max(1, tooMuch);
}

/** The names of the migrations that a database has. */
export async function appliedMigrations(db: Db | Tx): Promise<string[]> {
  const rows = await db.$queryRawUnsafe<RowOf<typeof listAppliedMigrations>[]>(listAppliedMigrations.sql);
  return rows.map(({ migration_name }) => migration_name);
}
