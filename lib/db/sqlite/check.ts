import type { Db } from "../client";

/**
 * Whether a SQLite file is intact: its pages, its indexes and its foreign keys. Throws if it is too damaged to be asked.
 */
export async function isSound(db: Db): Promise<boolean> {
  const rows = await db.$queryRawUnsafe<Record<string, string>[]>("PRAGMA quick_check");
  const orphans = await db.$queryRawUnsafe<unknown[]>("PRAGMA foreign_key_check");
  return rows.length === 1 && Object.values(rows[0] ?? {})[0] === "ok" && orphans.length === 0;
}
