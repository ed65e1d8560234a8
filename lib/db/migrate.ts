import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";

/** The migrations can't be applied. The message says what to do. */
export class MigrationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "MigrationError";
  }
}

// Prisma's own table and checksums, so that `prisma migrate` and this runner understand each other.
const ledger = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                    TEXT PRIMARY KEY NOT NULL,
    "checksum"              TEXT NOT NULL,
    "finished_at"           DATETIME,
    "migration_name"        TEXT NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        DATETIME,
    "started_at"            DATETIME NOT NULL DEFAULT current_timestamp,
    "applied_steps_count"   INTEGER UNSIGNED NOT NULL DEFAULT 0
);`;

type Migration = { name: string; sql: string; checksum: string };
type Applied = { migration_name: string; checksum: string; finished_at: unknown; rolled_back_at: unknown };

/**
 * Applies the checked-in migrations that `file` lacks, all in one transaction, and returns their names.
 * Refuses edited, failed and unknown (newer) ones. Processes that start at once wait for one another.
 */
export function migrateSqlite(file: string, folder: string): string[] {
  const db = new Database(file, { timeout: 30_000 });
  try {
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = FULL");
    // A migration that rebuilds a table needs them off; switched outside the transaction, where it takes effect.
    db.pragma("foreign_keys = OFF");
    db.exec("BEGIN IMMEDIATE");
    try {
      db.exec(ledger);
      const rows = db.prepare("SELECT migration_name, checksum, finished_at, rolled_back_at FROM _prisma_migrations").all() as Applied[];
      const todo = pendingMigrations(readMigrations(folder), rows);
      for (const migration of todo) apply(db, migration);
      const [orphan] = db.pragma("foreign_key_check") as { table: string }[];
      if (orphan) throw new MigrationError(`A migration would leave rows of ${orphan.table} without their owner: nothing was changed.`);
      db.exec("COMMIT");
      return todo.map(({ name }) => name);
    } catch (error) {
      if (db.inTransaction) db.exec("ROLLBACK");
      throw error;
    }
  } finally {
    db.close();
  }
}

function apply(db: Database.Database, { name, sql, checksum }: Migration): void {
  const startedAt = timestamp();
  db.exec(sql);
  db.prepare("INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, started_at, applied_steps_count) VALUES (?, ?, ?, ?, ?, 1)").run(
    randomUUID(), checksum, timestamp(), name, startedAt,
  );
}

const timestamp = () => new Date().toISOString().replace("Z", "+00:00");

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(folder, entry.name, "migration.sql")))
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const sql = readFileSync(path.join(folder, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    });
}

function pendingMigrations(all: Migration[], rows: Applied[]): Migration[] {
  const failed = rows.find((row) => row.finished_at === null && row.rolled_back_at === null);
  if (failed) throw new MigrationError(`Migration ${failed.migration_name} failed earlier: restore a backup, or resolve it with prisma migrate resolve.`);
  const applied = new Map(rows.filter((row) => row.rolled_back_at === null).map((row) => [row.migration_name, row.checksum]));
  for (const name of applied.keys()) {
    if (!all.some((migration) => migration.name === name)) {
      throw new MigrationError(`The database was made by a newer version (it has migration ${name}): start that version, or restore an older backup.`);
    }
  }
  for (const { name, checksum } of all) {
    if (applied.has(name) && applied.get(name) !== checksum) throw new MigrationError(`Migration ${name} was changed after it was applied: restore its file.`);
  }
  return all.filter(({ name }) => !applied.has(name));
}
