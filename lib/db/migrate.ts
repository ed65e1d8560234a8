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
 * more. `logs` is kept with it in the database: whether releases that lack it keep working beside it.
 */
export type Migration = {
  name: string;
  sql: string;
  checksum: string;
  replaces: readonly string[];
  logs: typeof additive | null;
};

/**
 * The first word of a migration that only adds what earlier releases can do without. The database keeps it, so that
 * they know.
 */
const additive = "additive";
/** Whether releases that lack it keep working beside it. */
export const onlyAdds = ({ logs }: Pick<Migration, "logs">): boolean => logs === additive;

/**
 * A row of `_prisma_migrations`. The table and its checksums are Prisma's own, so that `prisma migrate` and the vault
 * understand each other.
 */
export type AppliedMigration = {
  migration_name: string;
  checksum: string;
  finished_at: unknown;
  rolled_back_at: unknown;
  logs: string | null;
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
        logs: sql.startsWith(`-- ${additive}:`) ? additive : null,
      };
    });
}

/**
 * The migrations that the database lacks. Throws `MigrationError` if it has edited or failed ones, or those of a newer
 * version that this one can't stand beside: one that does more than add, or any if this version would have to migrate
 * too.
 */
export function pendingMigrations(all: Migration[], rows: AppliedMigration[]): Migration[] {
  const failed = rows.find((row) => row.finished_at === null && row.rolled_back_at === null);
  if (failed)
    throw new MigrationError(
      `Migration ${failed.migration_name} failed earlier: restore a backup, or resolve it with prisma migrate resolve.`,
    );
  const applied = new Map(
    rows.filter((row) => row.rolled_back_at === null).map((row) => [row.migration_name, row.checksum]),
  );
  const todo = all.filter(({ name }) => !applied.has(name));
  const newer = rows.find(
    ({ migration_name: name, logs }) =>
      applied.has(name) && !all.some((own) => own.name === name) && (logs !== additive || todo.length > 0),
  );
  if (newer)
    throw new MigrationError(
      `The database was made by a newer version (it has migration ${newer.migration_name}): start that version, or restore an older backup.`,
    );
  for (const { name, checksum, replaces } of all) {
    const found = applied.get(name);
    if (found !== undefined && ![checksum, ...replaces].includes(found))
      throw new MigrationError(`Migration ${name} was changed after it was applied: restore its file.`);
  }
  return todo;
}
