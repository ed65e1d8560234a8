import {
  columnsToCheck,
  type CoveredRow,
  type CoveredTable,
  coveredTables,
  keyColumn,
  selectionOf,
} from "@/lib/crypto/macs/covered-columns";
import { type KeyRing, parseKeyRing } from "@/lib/crypto/sealing/keyring";
import { createRights, type Rights } from "@/lib/crypto/macs/rights";
import { delegateOf } from "@/lib/db/rows";
import { tableNamed } from "@/lib/db/tables";
import { readSettings } from "@/lib/env";
import type { Runtime } from "@/lib/runtime";
import { loadKeyRing } from "@/lib/runtime/master-key";
import { changeStore, readStore } from "../vaults/store";

type SignedRow = CoveredRow<CoveredTable> & { mac: string | null };

/** Of vaults that were given their master key from elsewhere. */
const given = new Map<string, Rights>();

/** Signs rows like the vault of a data folder, with its master key. */
export function rightsOf(dataDir: string): Rights {
  return given.get(dataDir) ?? createRights(masterKeysIn(dataDir));
}

/** The master keys of a vault that keeps them in its data folder, as they are now: a rotation changes them. */
export function masterKeysIn(dataDir: string): KeyRing {
  const ring = loadKeyRing(readSettings({ VAULT_DATA_DIR: dataDir }));
  if (!ring) throw new Error(`${dataDir} has no master key: start the vault first`);
  return ring;
}

/** Registers the master key of a vault whose key is not in its data folder. */
export const signsBy = (dataDir: string, masterKey: string): void =>
  void given.set(dataDir, createRights(parseKeyRing(masterKey)));

/** `changeStore` as if the vault had written it: afterwards, rows of that table that are not genuine are signed. */
export function changeSigned(store: { dataDir: string }, sql: string, values: readonly unknown[] = []): number {
  const changes = changeStore(store, sql, values);
  const table = coveredTables.find((name) => new RegExp(`^(UPDATE|INSERT INTO) "${name}"`).test(sql));
  if (!table) throw new Error(`nothing there has a MAC: ${sql}`);
  const rights = rightsOf(store.dataDir);
  const rows = readStore<SignedRow>(
    store,
    `SELECT ${columnsToCheck(table)
      .map((column) => `"${column}"`)
      .join(", ")} FROM "${table}"`,
  );
  for (const row of rows.filter((one) => rights.signedBy(table, one) === null)) {
    changeStore(store, `UPDATE "${table}" SET "mac" = ? WHERE "${keyColumn(table)}" = ?`, [
      rights.sign(table, row).mac,
      (row as unknown as Record<string, string>)[keyColumn(table)],
    ]);
  }
  return changes;
}

/** Signs rows that a test has put into the tables of its own runtime, as the vault would have. */
export async function signOwn({ db, rights }: Pick<Runtime, "db" | "rights">, ...names: CoveredTable[]): Promise<void> {
  for (const name of names) {
    const table = tableNamed(name);
    for (const row of await delegateOf(db, table).findMany({ select: selectionOf(name) })) {
      const { mac } = rights.sign(name, row as unknown as SignedRow);
      await db.$executeRawUnsafe(
        `UPDATE "${name}" SET "mac" = '${mac}' WHERE "${table.key}" = '${String(row[table.key])}'`,
      );
    }
  }
}
