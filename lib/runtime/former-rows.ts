import {
  columnsToCheck,
  type CoveredRow,
  type CoveredTable,
  coveredTables,
  keyColumn,
} from "../crypto/macs/covered-columns";
import { type KeyCheck, readKeyCheck, sealKeyCheck } from "../crypto/sealing/key-check";
import type { KeyRing } from "../crypto/sealing/keyring";
import { createRights } from "../crypto/macs/rights";
import { createVault } from "../crypto/sealing/vault";
import type { AnyRow } from "../db/rows";
import type { DataMigration, Steps } from "../db/steps";
import { SettingsError } from "../env";
import { type Factor, writeFactors } from "../factors";

/** This migration adds the columns. Filling them takes a master key, so it happens here. */
const migration = "0005_rights";

/** Gives the rows of an older release their MACs, in that migration's transaction. */
export const signAfterMigration =
  (ring: KeyRing | null): DataMigration =>
  (applied) =>
    applied.includes(migration) ? signFormerRows(ring) : undefined;

/** Whether a database with these migrations has MACs. */
export const hadMacs = (migrations: readonly string[]): boolean => migrations.includes(migration);

/**
 * Gives rows without MACs their MACs and trusts the rows as they are. It does so once in a vault's life: it refuses a
 * vault whose check values say that this was done before, or that has none. Otherwise somebody could remove the MACs
 * and get new ones for forged rows. Throws `SettingsError`.
 */
export function* signFormerRows(ring: KeyRing | null): Steps {
  const found = new Map<CoveredTable, AnyRow[]>();
  for (const table of coveredTables) found.set(table, yield { read: table, columns: columnsToCheck(table) });
  const checks = (yield { read: "KeyCheck", columns: ["keyId", "sealedCheck"] }) as KeyCheck[];
  if (checks.length === 0 && [...found.values()].every(({ length }) => length === 0)) return;
  assertNeverSigned(ring, checks);
  const withCode = ownersOf(found.get("AccountTotp")?.filter(({ confirmedAt }) => confirmedAt !== null));
  const withPasskey = ownersOf(found.get("Passkey"));
  const rights = createRights(ring);
  for (const [table, rows] of found) {
    const key = keyColumn(table);
    for (const row of rows) {
      const has = new Set<Factor>([
        ...(withCode.has(row["id"]) ? ["code" as const] : []),
        ...(withPasskey.has(row["id"]) ? ["passkey" as const] : []),
      ]);
      const values: Record<string, string> = table === "User" ? { factors: writeFactors(has) } : {};
      const { mac } = rights.sign(table, { ...row, ...values } as unknown as CoveredRow<CoveredTable>);
      yield { change: table, key, id: String(row[key]), values: { ...values, mac } };
    }
  }
  for (const { keyId } of checks)
    yield { change: "KeyCheck", key: "keyId", id: keyId, values: { sealedCheck: sealKeyCheck(ring, keyId, 1) } };
}

function assertNeverSigned(ring: KeyRing | null, checks: readonly KeyCheck[]): asserts ring is KeyRing {
  const missing = checks.filter(({ keyId }) => !ring?.find(keyId)).map(({ keyId }) => keyId);
  if (missing.length > 0) {
    throw new SettingsError(
      `This start signs the rows that give rights. That takes every master key that was ever used here, but ${missing.join(", ")} was not given: give it too (after the first one, if there is another). Nothing was changed.`,
    );
  }
  const vault = ring && createVault(ring);
  if (!vault || checks.length === 0 || checks.some((check) => readKeyCheck(vault, check) !== "former")) {
    throw new SettingsError(
      "The database looks like one of an older version, but its rows were signed before, or its check values can't be opened: somebody changed it without the vault. Restore a backup. Nothing was changed.",
    );
  }
}

const ownersOf = (rows: readonly AnyRow[] = []): ReadonlySet<unknown> => new Set(rows.map(({ userId }) => userId));
