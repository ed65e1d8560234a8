import { existsSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase } from "@/lib/runtime/create-database";
import type { Runtime } from "@/lib/runtime";
import { copyDatabase } from "@/lib/services/maintenance/backup/copy";
import { aServiceVault } from "../../support/rows/service-vault";
import { migrationsFolder, openOwnRuntime } from "../../support/vaults/own-runtime";
import { ownVaults } from "../../support/vaults/own-vaults";
import { changeStore } from "../../support/vaults/store";

const { aFolder } = ownVaults();

let vault: Runtime & { close(): Promise<void> };
beforeAll(async () => {
  vault = await openOwnRuntime();
  const { category, entry } = await aServiceVault(vault);
  await entry(await category("Stripe"), "billing", "sk_test_not_a_real_key");
});
afterAll(() => vault.close());

const copiedTo = (file: string, advance: () => void) =>
  createDatabase(`file:${file}`, migrationsFolder, async (db) => {
    await copyDatabase(db, { expect: () => {}, advance });
  });

test("a database that a vault writes to while it is copied is not copied, even if nobody can tell who is connected", async () => {
  const file = path.join(aFolder(), "copy.db");
  const store = { dataDir: vault.settings.VAULT_DATA_DIR };
  let isWritten = false;
  const writeOnce = () => {
    if (!isWritten) changeStore(store, 'UPDATE "ActivityHead" SET "number" = "number" + 1');
    isWritten = true;
  };
  await expect(copiedTo(file, writeOnce)).rejects.toThrow(
    /^A vault wrote to the database while it was copied: nothing was copied\. Stop every vault on it/,
  );
  expect(existsSync(file)).toBe(false);
  await copiedTo(file, () => {});
  expect(existsSync(file)).toBe(true);
});
