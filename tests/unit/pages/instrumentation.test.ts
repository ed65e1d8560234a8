import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { register } from "@/instrumentation";
import { newestEnvelope } from "@/lib/crypto/sealing/envelope";
import { sealedUnder } from "@/lib/crypto/sealing/vault";
import config from "@/next.config";
import { aServiceVault } from "../../support/rows/service-vault";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime();
});
afterAll(() => own.close());

test("under next dev, what is stored is sealed in the form that the database is in", async () => {
  vi.stubEnv("NEXT_RUNTIME", "nodejs");
  onTestFinished(() => void vi.unstubAllEnvs());
  // As the process of `next dev` begins.
  own.vault.sealIn(1);
  await register();
  const { category, entry } = await aServiceVault(own);
  const id = await entry(await category("Stripe"), "billing", "not-a-secret");
  const row = await own.db.keyEntry.findUniqueOrThrow({ where: { id }, omit: { encryptedValue: false } });
  expect(sealedUnder(row.encryptedValue)?.version).toBe(newestEnvelope);
});

test("the pages' build leaves it out: it leads to keys and database", () => {
  expect(config.pageExtensions?.some((extension) => /^[jt]s$/.test(extension))).toBe(false);
});
