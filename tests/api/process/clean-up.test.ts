import { expect, test, vi } from "vitest";
import { seedUser } from "../../support/vaults/seeded-user";
import { ownVaults } from "../../support/vaults/own-vaults";
import { changeStore, readStore } from "../../support/vaults/store";

const { aVault } = ownVaults();

test("what has expired is deleted at a start, though nobody signs in", async () => {
  const former = await aVault();
  const { dataDir } = former;
  await seedUser(dataDir, { password: "not-a-real-password", userAgent: "node" });
  await former.stop();
  const sessions = () => readStore({ dataDir }, 'SELECT "id" FROM "Session"');
  expect(changeStore({ dataDir }, `UPDATE "Session" SET "expiresAt" = '2026-01-01T00:00:00.000+00:00'`)).toBe(1);
  expect(sessions()).toHaveLength(1);
  await aVault({ dataDir });
  await vi.waitFor(() => expect(sessions()).toEqual([]), { timeout: 20_000 });
});
