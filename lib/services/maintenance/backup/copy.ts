import type { DatabaseKind, Db, Tx } from "../../../db/client";
import { snapshotTransaction } from "../../../db/transactions/isolation";
import { delegateOf, pagesOf, type AnyRow } from "../../../db/rows";
import { type Table, tables } from "../../../db/tables";
import { AppError } from "../../../errors";
import { runtime } from "../../../runtime/index";
import { expectRows } from "./expect-rows";
import type { Progress } from "../progress";
import { tellEveryVaultIn } from "../tell-every-vault";

const batchRows = 50;
const countedRows = 5_000;
const copyMsMax = 12 * 60 * 60_000;

/**
 * Copies every row of the vault's database into another, empty one of the other kind, all or none, and reads each row
 * back to compare. The copy's activity tells of it. Returns the number of rows. Whoever makes the copy drops it if this throws.
 */
export async function copyDatabase(target: Db, progress: Progress): Promise<number> {
  const { db, databaseKind, activity } = runtime();
  const chains = { kind: otherKind(databaseKind), link: activity.link };
  const copy = (source: Tx) =>
    target.$transaction(
      async (tx) => {
        const rows = await copyRows(source, tx, progress);
        await tellEveryVaultIn(tx, chains, "migrate-database");
        return rows;
      },
      { timeout: copyMsMax },
    );
  // Twice: every row is written and then read.
  await expectRows(progress, tables, 2);
  const snapshot = { ...snapshotTransaction(databaseKind), timeout: copyMsMax };
  const copied = await db.$transaction(
    async (tx) => ({ rows: await copy(tx), records: await recordsIn(tx) }),
    snapshot,
  );
  // Behind a pooler nobody can tell whether a vault still runs. What it does is on record, though.
  if ((await recordsIn(db)) !== copied.records)
    throw new AppError("INTERNAL_ERROR", {
      message:
        "A vault wrote to the database while it was copied: nothing was copied. Stop every vault on it, and run the command again.",
    });
  return copied.rows;
}

const otherKind = (kind: DatabaseKind): DatabaseKind => (kind === "sqlite" ? "postgresql" : "sqlite");

async function copyRows(source: Tx, target: Tx, progress: Progress): Promise<number> {
  const { databaseKind } = runtime();
  const copied = new Map<string, number>();
  for (const table of tables) {
    let rows = 0;
    for await (const page of pagesOf(source, databaseKind, table, undefined, batchRows)) {
      await delegateOf(target, table).createMany({ data: page });
      rows += page.length;
      progress.advance(page.length);
    }
    copied.set(table.name, rows);
  }
  for (const table of tables) {
    // By key, not by page, since the two databases may sort keys differently.
    for await (const page of pagesOf(source, databaseKind, table, undefined, batchRows)) {
      const copies = await delegateOf(target, table).findMany({
        select: Object.fromEntries(Object.keys(page[0] ?? {}).map((column) => [column, true])),
        where: { [table.key]: { in: page.map((row) => row[table.key]) } },
      });
      const byKey = new Map(copies.map((row) => [row[table.key], row]));
      for (const row of page)
        if (!isSame(row, byKey.get(row[table.key])))
          throw new AppError("INTERNAL_ERROR", {
            message: `The copy of ${table.name} ${String(row[table.key])} differs from the original: nothing was copied.`,
          });
      progress.advance(page.length);
    }
  }
  for (const table of tables)
    if ((await countRows(target, otherKind(databaseKind), table)) !== copied.get(table.name))
      throw new AppError("INTERNAL_ERROR", {
        message: `The copy of ${table.name} is incomplete: nothing was copied.`,
      });
  return [...copied.values()].reduce((all, rows) => all + rows, 0);
}

/** The vaults, and how many records all of them have written. */
async function recordsIn(db: Db | Tx): Promise<string> {
  const { _count, _sum } = await db.activityHead.aggregate({ _count: { userId: true }, _sum: { number: true } });
  return `${_count.userId} ${_sum.number ?? 0}`;
}

/**
 * On PostgreSQL in pages: one statement that counts tens of millions of rows would take longer than a statement may. On
 * SQLite in one, which has no limit and is done before PostgreSQL ends the source's transaction for being idle.
 */
async function countRows(tx: Tx, kind: DatabaseKind, table: Table): Promise<number> {
  if (kind === "sqlite") return delegateOf(tx, table).count();
  let rows = 0;
  for await (const page of pagesOf(tx, kind, table, [], countedRows)) rows += page.length;
  return rows;
}

function isSame(sent: AnyRow, arrived: AnyRow | undefined): boolean {
  return (
    arrived !== undefined &&
    Object.entries(sent).every(([column, value]) => comparable(value) === comparable(arrived[column]))
  );
}

/** Makes bytes and instants comparable by their content. */
function comparable(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value;
}
