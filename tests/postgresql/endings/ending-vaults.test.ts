import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteVaultContents } from "@/lib/db/transactions/delete-vault-contents";
import { deleteAccount } from "@/lib/identity/accounts/account";
import type { Runtime } from "@/lib/runtime";
import { createTeam, deleteTeam } from "@/lib/services/teams/teams";
import { lengthenActivity } from "../../support/rows/long-activity";
import { openSession } from "../../support/sign-in/open-session";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

// What PostgreSQL answers a statement that deletes millions of records: it takes longer than a statement may.
let vault: Runtime & { close(): Promise<void> };
beforeAll(async () => {
  vault = await openOwnRuntime();
  for (const statement of [
    `CREATE FUNCTION is_quick() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF (SELECT count(*) FROM gone) > 500 THEN
         RAISE EXCEPTION 'canceling statement due to statement timeout' USING ERRCODE = '57014';
       END IF;
       RETURN NULL;
     END $$`,
    `CREATE TRIGGER is_quick AFTER DELETE ON "Activity" REFERENCING OLD TABLE AS gone
       FOR EACH STATEMENT EXECUTE FUNCTION is_quick()`,
  ])
    await vault.db.$executeRawUnsafe(statement);
});
afterAll(() => vault.close());

test("a vault is deleted whose activity would take longer than a statement may", async () => {
  const email = `${randomUUID()}@example.com`;
  const { id: userId } = await vault.db.user.create({ data: { email } });
  const caller = await openSession(userId);
  const { id } = await createTeam({ caller }, { name: "Payments" });
  for (const long of [id, userId]) await lengthenActivity(vault, long, 20_000);
  await deleteTeam({ caller }, id, { name: "Payments" });
  await deleteAccount(caller, { email });
  for (const gone of [id, userId]) {
    expect(await vault.db.activity.count({ where: { userId: gone } })).toBe(0);
    expect(await vault.db.owner.count({ where: { id: gone } })).toBe(0);
  }
});

test("each of many entries of one name is looked at once, however many were deleted before it", async () => {
  const count = 2_000;
  const email = `${randomUUID()}@example.com`;
  const { id: userId } = await vault.db.user.create({ data: { email } });
  await vault.db.keyCategory.create({ data: { id: userId, userId, name: "Stripe", keyType: "simple" } });
  await vault.db
    .$executeRaw`INSERT INTO "KeyEntry" ("id", "userId", "categoryId", "name", "encryptedValue", "updatedAt")
    SELECT gen_random_uuid(), ${userId}, ${userId}, 'billing', 'x', now() FROM generate_series(1, ${count}::int)`;
  await vault.db.$executeRaw`ANALYZE "KeyEntry"`;
  const [read] = await vault.db.$transaction(
    async (tx) => {
      await deleteVaultContents(tx, "postgresql", [userId]);
      // Of deleted rows too, which stay in the index until the transaction has ended.
      return tx.$queryRaw<{ rows: number }[]>`SELECT pg_stat_get_xact_tuples_returned(oid)::int AS rows FROM pg_class
        WHERE relname = 'KeyEntry_userId_name_createdAt_id_idx'`;
    },
    { timeout: 20_000 },
  );
  expect(await vault.db.keyEntry.count({ where: { userId } })).toBe(0);
  expect(read?.rows).toBeGreaterThanOrEqual(count);
  expect(read?.rows).toBeLessThan(2 * count);
});
