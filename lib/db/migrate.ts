import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The migrations can't be applied. The message says what to do about it. */
export class MigrationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "MigrationError";
  }
}

/**
 * `replaces` lists the checksums of earlier texts with the same effect: a database with one of those needs nothing
 * more.
 */
export type Migration = { name: string; sql: string; checksum: string; replaces: readonly string[] };
/**
 * A row of `_prisma_migrations`. The table and its checksums are Prisma's own, so that `prisma migrate` and the vault
 * understand each other.
 */
export type AppliedMigration = {
  migration_name: string;
  checksum: string;
  finished_at: unknown;
  rolled_back_at: unknown;
};

/** The checked-in migrations for one database, in order. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(folder, entry.name, "migration.sql")))
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const sql = readFileSync(path.join(folder, name, "migration.sql"), "utf8");
      const former = path.join(folder, name, "replaces.txt");
      return {
        name,
        sql,
        checksum: createHash("sha256").update(sql).digest("hex"),
        replaces: existsSync(former) ? readFileSync(former, "utf8").trim().split("\n") : [],
      };
    });
}

/** The migrations that the database lacks. Throws `MigrationError` if it has edited, failed or unknown (newer) ones. */
export function pendingMigrations(all: Migration[], rows: AppliedMigration[]): Migration[] {
  const failed = rows.find((row) => row.finished_at === null && row.rolled_back_at === null);
  if (failed)
    throw new MigrationError(
      `Migration ${failed.migration_name} failed earlier: restore a backup, or resolve it with prisma migrate resolve.`,
    );
  const applied = new Map(
    rows.filter((row) => row.rolled_back_at === null).map((row) => [row.migration_name, row.checksum]),
  );
  for (const name of applied.keys()) {
    if (!all.some((migration) => migration.name === name)) {
      throw new MigrationError(
        `The database was made by a newer version (it has migration ${name}): start that version, or restore an older backup.`,
      );
    }
  }
  for (const { name, checksum, replaces } of all) {
    const found = applied.get(name);
    if (found !== undefined && ![checksum, ...replaces].includes(found))
      throw new MigrationError(`Migration ${name} was changed after it was applied: restore its file.`);
  }
  return all.filter(({ name }) => !applied.has(name));
}
