import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase } from "@/lib/runtime/create-database";
import type { Runtime } from "@/lib/runtime";
import { writeBackup } from "@/lib/services/maintenance/backup/backup";
import { copyDatabase } from "@/lib/services/maintenance/backup/copy";
import { rotateKeys } from "@/lib/services/maintenance/rotate";
import { verifyValues } from "@/lib/services/maintenance/verify/verify";
import { aServiceVault } from "../../support/rows/service-vault";
import { migrationsFolder, openOwnRuntime } from "../../support/vaults/own-runtime";
import { ownVaults } from "../../support/vaults/own-vaults";

const { aFolder } = ownVaults();

// What PostgreSQL answers who counts tens of millions of rows: it takes longer than a statement may.
let vault: Runtime & { close(): Promise<void> };
beforeAll(async () => {
  vault = await openOwnRuntime();
  const { category, entry } = await aServiceVault(vault);
  await entry(await category("Stripe"), "billing", "sk_test_not_a_real_key");
  for (const statement of [
    `CREATE FUNCTION is_countable() RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$ BEGIN
       IF current_query() ILIKE '%count(%' AND current_setting('statement_timeout') <> '0' THEN
         RAISE EXCEPTION 'canceling statement due to statement timeout' USING ERRCODE = '57014';
       END IF;
       RETURN true;
     END $$`,
    `ALTER TABLE "KeyEntry" RENAME TO "LargeTable"`,
    `CREATE VIEW "KeyEntry" AS SELECT * FROM "LargeTable" WHERE is_countable()`,
  ])
    await vault.db.$executeRawUnsafe(statement);
});
afterAll(() => vault.close());

/** What long work tells of itself. */
const watched = () => {
  const seen = { expected: 0, done: 0 };
  return {
    seen,
    expect: (count: number) => void (seen.expected += count),
    advance: (count: number) => void (seen.done += count),
  };
};

test.each<[string, (progress: ReturnType<typeof watched>) => Promise<unknown>]>([
  ["backup", (progress) => writeBackup(path.join(aFolder(), "vault.backup"), progress)],
  ["verify", (progress) => verifyValues(progress)],
  ["rotate", (progress) => rotateKeys(progress)],
  [
    "migrate-database",
    (progress) =>
      createDatabase(`file:${path.join(aFolder(), "copy.db")}`, migrationsFolder, async (db) => {
        await copyDatabase(db, progress);
      }),
  ],
])("%s goes through tables that take too long to count, without a total", async (_, work) => {
  const progress = watched();
  await work(progress);
  expect(progress.seen.expected).toBe(0);
  expect(progress.seen.done).toBeGreaterThan(0);
});
