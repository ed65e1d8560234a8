import type { DatabaseKind, Tx } from "../client";
import { allIn } from "../queries/in-transaction";
import { lockFreeRows, lockTeams, lockUsers } from "../queries/locks";
import type { AnyRow } from "../rows";
import type { Table } from "../tables";

/**
 * Returns those of these rows that nobody else is changing, and locks them until the transaction ends. It waits for the
 * owners while it holds no lock, and never waits for a row, so it can't deadlock.
 */
export async function holdFreeRows(
  tx: Tx,
  kind: DatabaseKind,
  table: Table,
  rows: readonly AnyRow[],
): Promise<ReadonlySet<unknown>> {
  if (kind === "postgresql") await lockOwners(tx, listOf(rows.map(({ userId }) => userId)));
  return holdFree(
    tx,
    kind,
    table,
    rows.map((row) => row[table.key]),
  );
}

/** Locks users and teams in the order of their ids, as everybody does who locks several. */
async function lockOwners(tx: Tx, ids: readonly string[]): Promise<void> {
  const teams = await tx.team.findMany({ where: { id: { in: [...ids] } }, select: { id: true } });
  const isTeam = new Set(teams.map(({ id }) => id));
  const runs: { query: typeof lockUsers; ids: string[] }[] = [];
  for (const id of [...ids].sort()) {
    const query = isTeam.has(id) ? lockTeams : lockUsers;
    const last = runs.at(-1);
    if (last?.query === query) last.ids.push(id);
    else runs.push({ query, ids: [id] });
  }
  for (const { query, ids } of runs) await allIn(tx, "postgresql", query, { ids });
}

/**
 * Returns those of at most 100 rows with these keys that nobody else is changing, and locks them until the transaction
 * ends. It waits for none.
 */
export async function holdFree(
  tx: Tx,
  kind: DatabaseKind,
  { name }: Table,
  keys: readonly unknown[],
): Promise<ReadonlySet<unknown>> {
  const query = lockFreeRows.get(name);
  if (kind !== "postgresql" || !query) return new Set(keys);
  return new Set((await allIn(tx, kind, query, { keys: listOf(keys) })).map(({ key }) => key));
}

const listOf = (keys: readonly unknown[]): string[] => [...new Set(keys.map(String))];
