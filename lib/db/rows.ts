import type { Db, Tx } from "./client";
import { listAppliedMigrations } from "./queries/maintenance";
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

/** All rows of a table, ordered by key, one page at a time, so that memory use stays bounded. */
export async function* pagesOf(
  db: Db | Tx,
  table: Table,
  columns: readonly string[] = columnsOf(table),
  rows = pageRows,
): AsyncGenerator<AnyRow[]> {
  const { key } = table;
  const select = Object.fromEntries([key, ...columns].map((column) => [column, true]));
  for (let after: unknown; ;) {
    const page = await delegateOf(db, table).findMany({
      select,
      orderBy: { [key]: "asc" },
      take: rows,
      ...(after === undefined ? {} : { where: { [key]: { gt: after } } }),
    });
    if (page.length > 0) yield page;
    if (page.length < rows) return;
    after = page.at(-1)?.[key];
  }
}

/** The names of the migrations that a database has. */
export async function appliedMigrations(db: Db | Tx): Promise<string[]> {
  const rows = await db.$queryRawUnsafe<RowOf<typeof listAppliedMigrations>[]>(listAppliedMigrations.sql);
  return rows.map(({ migration_name }) => migration_name);
}
