import path from "node:path";
import { SqliteDatabase } from "@/lib/db/sqlite/driver";
import type { KeyRing } from "@/lib/crypto/sealing/keyring";
import { readSettings } from "@/lib/env";
import { loadKeyRing } from "@/lib/runtime/master-key";
import { prepare } from "@/lib/runtime/prepare";
import { accountRows, type Owner, sealingWith, type Sealing, type Size } from "./account";

export type Seeded = { databaseFile: string; owners: Record<string, Owner> };

/** A prepared data folder with one owner for each size. */
export async function seed(dataDir: string, sizes: Record<string, Size>): Promise<Seeded> {
  const settings = readSettings({ VAULT_DATA_DIR: dataDir });
  const { lock, database: databaseFile } = await prepare(settings, path.resolve("prisma/migrations"));
  lock.release();
  const database = new SqliteDatabase(databaseFile);
  const sealing = sealingWith(masterKeysOf(dataDir));
  const owners = Object.fromEntries(
    Object.entries(sizes).map(([name, size]) => [name, database.transaction(() => addOwner(database, sealing, size))]),
  );
  database.pragma("wal_checkpoint(TRUNCATE)");
  database.close();
  return { databaseFile, owners };
}

export function masterKeysOf(dataDir: string): KeyRing {
  const ring = loadKeyRing(readSettings({ VAULT_DATA_DIR: dataDir }));
  if (!ring) throw new Error("no master key was made");
  return ring;
}

export function addOwner(database: SqliteDatabase, sealing: Sealing, size: Size): Owner {
  const [owner, rows] = accountRows(sealing, size);
  for (const [table, those] of rows) {
    const columns = Object.keys(those[0] ?? {});
    const statement = database.prepare(
      `INSERT INTO "${table}" (${columns.map((column) => `"${column}"`).join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
    );
    for (const row of those)
      statement.run(
        ...columns.map((column) => {
          const value = row[column];
          return value instanceof Uint8Array ? Buffer.from(value) : value;
        }),
      );
  }
  return owner;
}
