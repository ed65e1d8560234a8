import type { Db, Tx } from "../../db/client";
import { oneSnapshot } from "../../db/transactions/isolation";
import { delegateOf, pagesOf, type AnyRow } from "../../db/rows";
import { tables } from "../../db/tables";
import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import type { Progress } from "./progress";
import { tellEveryVaultIn } from "./tell-every-vault";

const batchRows = 50;
const copyMsMax = 12 * 60 * 60_000;

/**
 * Copies every row of the vault's database into another, empty one of the other kind, all or none, and reads each row
 * back to compare. The copy's activity tells of it. Returns the number of rows.
 */
export function copyDatabase(target: Db, progress: Progress): Promise<number> {
  const { db, databaseKind, activity } = runtime();
  const chains = { kind: databaseKind === "sqlite" ? "postgresql" : "sqlite", link: activity.link } as const;
  const copy = (source: Tx) =>
    target.$transaction(
      async (tx) => {
        const rows = await copyRows(source, tx, progress);
        await tellEveryVaultIn(tx, chains, "migrate-database");
        return rows;
      },
      { timeout: copyMsMax },
    );
  return db.$transaction(copy, { ...oneSnapshot(databaseKind), timeout: copyMsMax });
}

async function copyRows(source: Tx, target: Tx, progress: Progress): Promise<number> {
  const { databaseKind } = runtime();
  let rows = 0;
  // Twice: every row is written and then read.
  for (const table of tables) progress.expect(2 * (await delegateOf(source, table).count()));
  for (const table of tables) {
    for await (const page of pagesOf(source, databaseKind, table, undefined, batchRows)) {
      await delegateOf(target, table).createMany({ data: page });
      rows += page.length;
      progress.advance(page.length);
    }
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
    if ((await delegateOf(source, table).count()) !== (await delegateOf(target, table).count()))
      throw new AppError("INTERNAL_ERROR", {
        message: `The copy of ${table.name} is not complete: nothing was copied.`,
      });
  }
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
