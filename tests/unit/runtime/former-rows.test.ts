import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { columnsToCheck, coveredTables } from "@/lib/crypto/macs/covered-columns";
import { prepare } from "@/lib/runtime/prepare";
import { aFormerVault } from "../../support/vaults/former-vault";
import { migrationsFolder, settingsFor } from "../../support/vaults/own-runtime";
import { newDataDir, removeDataDir } from "../../support/vaults/server";
import { rightsOf } from "../../support/sign-in/signing";
import { changeStore, readStore } from "../../support/vaults/store";

let dataDir: string;
beforeEach(async () => {
  dataDir = newDataDir();
  await aFormerVault(dataDir);
});
afterEach(() => removeDataDir(dataDir));

async function start(settings: Record<string, string> = {}): Promise<string[]> {
  const { lock, migrations } = await prepare(settingsFor(dataDir, settings), migrationsFolder);
  lock.release();
  return migrations;
}
const forged = () =>
  coveredTables.flatMap((table) => {
    const rows = readStore<never>(
      { dataDir },
      `SELECT ${columnsToCheck(table)
        .map((column) => `"${column}"`)
        .join(", ")} FROM "${table}"`,
    );
    return rows.filter((row) => rightsOf(dataDir).signedBy(table, row) === null).map(() => table);
  });
const back = () => {
  // The tables of later releases stay as they are: the migration that is taken back did not make them.
  const later = new Set<string>(["PreviousAccessKey", "TrustRule", "Membership", "Invitation", "CalendarFeed"]);
  for (const table of coveredTables.filter((name) => !later.has(name)))
    changeStore({ dataDir }, `ALTER TABLE "${table}" DROP COLUMN "mac"`);
  changeStore({ dataDir }, 'ALTER TABLE "User" DROP COLUMN "factors"');
  changeStore({ dataDir }, 'ALTER TABLE "Passkey" DROP COLUMN "origin"');
  changeStore({ dataDir }, `DELETE FROM "_prisma_migrations" WHERE migration_name = '0005_rights'`);
};
const userColumn = (column: string) =>
  readStore({ dataDir }, `SELECT "${column}" AS "value" FROM "User" ORDER BY "email"`).map(({ value }) => value);

describe("the start that introduces the MACs", () => {
  test("signs every existing row, and records each account's factors", async () => {
    expect(await start()).toContain("0005_rights");
    expect([forged(), userColumn("factors")]).toEqual([[], ["", "code passkey"]]);
  });

  test("is the only one that signs: a row that is inserted later, or loses its MAC, stays unsigned", async () => {
    await start();
    changeStore({ dataDir }, `UPDATE "User" SET "mac" = NULL WHERE "email" = 'ada@example.com'`);
    changeStore({ dataDir }, 'UPDATE "AccessKey" SET "scopes" = ?', ["categories:read"]);
    expect(await start()).toEqual([]);
    expect(forged()).toEqual(["User", "AccessKey"]);
  });

  test("does not happen again if somebody removes columns and migration", async () => {
    await start();
    back();
    await expect(start()).rejects.toThrow(/its rows were signed before.*Restore a backup\. Nothing was changed\./);
    changeStore({ dataDir }, 'DELETE FROM "KeyCheck"');
    await expect(start()).rejects.toThrow(/its rows were signed before/);
  });

  test("needs every master key, and changes nothing without", async () => {
    const before = readStore({ dataDir }, `SELECT sql FROM sqlite_master WHERE name = 'User'`);
    await expect(start({ VAULT_MASTER_KEYS: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=" })).rejects.toThrow(
      /takes every master key .* was not given: give it too/,
    );
    expect(readStore({ dataDir }, `SELECT sql FROM sqlite_master WHERE name = 'User'`)).toEqual(before);
  });
});

test("a check value from before the upgrade stops a start: it would let rows be signed again", async () => {
  const [former] = readStore<{ sealedCheck: Buffer }>({ dataDir }, 'SELECT "sealedCheck" FROM "KeyCheck"');
  await start();
  changeStore({ dataDir }, 'UPDATE "KeyCheck" SET "sealedCheck" = ?', [former?.sealedCheck]);
  await expect(start()).rejects.toThrow(/contains parts of an older one/);
});
