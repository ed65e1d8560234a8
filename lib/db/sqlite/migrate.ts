import { randomUUID } from "node:crypto";
import { storedInstant } from "../instants";
import { type AppliedMigration, type Migration, MigrationError, pendingMigrations, readMigrations } from "../migrate";
import type { AnyRow } from "../rows";
import { SqliteDatabase } from "./driver";
import { type DataMigration, statementOf, type Step, takeSteps } from "../steps";

// The same as Prisma creates it.
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

/**
 * Applies the checked-in migrations that `file` lacks, and the steps of `beyond`, in one transaction, and returns the
 * names of those migrations. Refuses what `pendingMigrations` does. Processes that start at the same
 * time wait for one another.
 */
export function migrateSqlite(file: string, folder: string, beyond: DataMigration = () => undefined): string[] {
  const db = new SqliteDatabase(file, { timeout: 30_000 });
  try {
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = FULL");
    // A migration that rebuilds a table needs foreign keys off. The switch takes effect only outside a transaction.
    db.pragma("foreign_keys = OFF");
    return db.transaction(() => {
      db.exec(ledger);
      const rows = db
        .prepare("SELECT migration_name, checksum, finished_at, rolled_back_at, logs FROM _prisma_migrations")
        .all() as AppliedMigration[];
      const todo = pendingMigrations(readMigrations(folder), rows);
      for (const migration of todo) apply(db, migration);
      const applied = todo.map(({ name }) => name);
      const steps = beyond(applied);
      if (steps) takeSteps(steps, (step) => takeStep(db, step));
      // Only after a migration: the check reads every row, which takes a second for a million. `svc-admin doctor` runs
      // it at other times.
      const [orphan] = todo.length > 0 ? (db.pragma("foreign_key_check") as { table: string }[]) : [];
      if (orphan)
        throw new MigrationError(
          `A migration would leave rows of ${orphan.table} without their owner: nothing was changed.`,
        );
      return applied;
    });
  } finally {
    db.close();
  }
}

function apply(db: SqliteDatabase, { name, sql, checksum, logs }: Migration): void {
  const startedAt = storedInstant(new Date());
  db.exec(sql);
  db.prepare(
    "INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, started_at, applied_steps_count) VALUES (?, ?, ?, ?, ?, ?, 1)",
  ).run(randomUUID(), checksum, storedInstant(new Date()), name, logs, startedAt);
}

function takeStep(db: SqliteDatabase, step: Step): AnyRow[] {
  const { sql, values } = statementOf(step, () => "?");
  const statement = db.prepare(sql);
  if (statement.reader) return statement.all(...values) as AnyRow[];
  statement.run(...values);
  return [];
}
