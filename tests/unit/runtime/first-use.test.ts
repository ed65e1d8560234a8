import { expect, test, vi } from "vitest";
import { deleteWhatIsDue, dueAt } from "@/lib/db/activity/retention";
import { deleteExpired } from "@/lib/schedule/clean-up";
import { retireActivity } from "@/lib/schedule/retire-activity";
import type * as generated from "@/lib/db/generated/client";
import { runtime } from "@/lib/runtime";
import { metricsPage } from "@/lib/server/watch/metrics";
import { prepare } from "@/lib/runtime/prepare";
import { migrationsFolder, settingsFor } from "../../support/vaults/own-runtime";
import { newDataDir, removeDataDir } from "../../support/vaults/server";

const made = vi.hoisted(() => ({ clients: 0 }));
vi.mock("@/lib/db/generated/client", async (load) => {
  const { PrismaClient, ...others } = await load<typeof generated>();
  const counted = new Proxy(PrismaClient, {
    construct: (of, given: never) => (made.clients++, Reflect.construct(of, given)),
  });
  return { ...others, PrismaClient: counted };
});

test("Prisma's client is made at its first use, and once, not by a start of which nothing is due, nor for metrics", async () => {
  const dataDir = newDataDir();
  vi.stubEnv("VAULT_DATA_DIR", dataDir);
  const token = "not-a-real-token-for-metrics-00000";
  vi.stubEnv("METRICS_TOKEN", token);
  const settings = settingsFor(dataDir);
  const { lock } = await prepare(settings, migrationsFolder);
  await deleteWhatIsDue(runtime(), dueAt(Date.now(), settings), {
    told: () => Promise.resolve(() => Promise.resolve()),
  });
  await retireActivity();
  await deleteExpired(Date.now());
  expect(await metricsPage(`Bearer ${token}`)).toMatchObject({ status: 200 });
  expect(made.clients).toBe(0);
  for (let time = 1; time <= 2; time++) expect(await runtime().db.user.count()).toBe(0);
  expect(made.clients).toBe(1);
  await runtime().close();
  lock.release();
  removeDataDir(dataDir);
});
