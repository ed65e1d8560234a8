import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Runtime } from "@/lib/runtime";
import { createTeam, deleteTeam } from "@/lib/services/teams/teams";
import { lengthenActivity } from "../support/rows/long-activity";
import { openSession } from "../support/sign-in/open-session";
import { openOwnRuntime } from "../support/vaults/own-runtime";

let vault: Runtime & { close(): Promise<void> };
beforeAll(async () => void (vault = await openOwnRuntime({}, "statement_timeout=400")));
afterAll(() => vault.close());

test("a vault is deleted whose activity would take longer than a statement may", async () => {
  const { id: userId } = await vault.db.user.create({ data: { email: `${randomUUID()}@example.com` } });
  const caller = await openSession(userId);
  const { id } = await createTeam({ caller }, { name: "Payments" });
  await lengthenActivity(vault, id, 200_000);
  await deleteTeam({ caller }, id, { name: "Payments" });
  expect(await vault.db.activity.count({ where: { userId: id } })).toBe(0);
  expect(await vault.db.owner.count({ where: { id } })).toBe(0);
});
