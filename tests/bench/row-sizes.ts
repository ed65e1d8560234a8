import pg from "pg";

export type TableSize = { table: string; rows: number; bytes: number; indexBytes: number };

/** How large each table is that has rows, with what PostgreSQL keeps beside it, and how much of that its indexes are. */
export async function tableSizes(url: string): Promise<TableSize[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ table: string; rows: string; bytes: string; index: string }>(
      `SELECT relname AS "table", reltuples AS rows, pg_total_relation_size(oid) AS bytes, pg_indexes_size(oid) AS index
       FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples > 0 ORDER BY 3 DESC`,
    );
    return rows.map(({ table, rows, bytes, index }) => ({
      table,
      rows: Number(rows),
      bytes: Number(bytes),
      indexBytes: Number(index),
    }));
  } finally {
    await client.end();
  }
}

export function sizesText(sizes: readonly TableSize[]): string {
  const lines = sizes.map(
    ({ table, rows, bytes, indexBytes }) =>
      `| ${table} | ${Math.round(rows).toLocaleString("en")} | ${(bytes / 1e6).toFixed(0)} MB | ${Math.round(bytes / rows)} | ${Math.round((bytes - indexBytes) / rows)} + ${Math.round(indexBytes / rows)} |`,
  );
  const whole = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  return [
    "## The size of a row",
    `Values of 24 characters, files of 1 KB. All tables together take ${(whole / 1e9).toFixed(1)} GB.`,
    ["| table | rows | size | bytes a row | of these row + indexes |", "|---|---|---|---|---|", ...lines].join("\n"),
  ].join("\n\n");
}

/** How many rows of each table were read by going through it from its first row on, since the server keeps count. */
export async function rowsScanned(url: string): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ table: string; rows: string }>(
      `SELECT relname AS "table", seq_tup_read AS rows FROM pg_stat_user_tables`,
    );
    return new Map(rows.map(({ table, rows }) => [table, Number(rows)]));
  } finally {
    await client.end();
  }
}

export function scansText(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string {
  const read = [...after]
    .map(([table, rows]) => [table, rows - (before.get(table) ?? 0)] as const)
    .filter(([, rows]) => rows > 1_000)
    .map(([table, rows]) => `${table} (${rows.toLocaleString("en")} rows)`);
  return `While all of this was measured, with the work that the vault does by itself at its start, every second and every minute, ${read.length === 0 ? "no table was read as a whole" : `these tables were read as a whole: ${read.join(", ")}`}.`;
}
