import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember } from "@/lib/auth/grants/invitation";
import type { SessionCaller } from "@/lib/auth/caller";
import { enterTeam } from "@/lib/auth/grants/membership";
import { createCategory } from "@/lib/services/entries/categories";
import { createEntry, listEntries } from "@/lib/services/entries/entries";
import { revealEnvFile } from "@/lib/services/envs/env-files";
import { renameProject } from "@/lib/services/projects";
import { createTeam } from "@/lib/services/teams/teams";
import { aServiceVault, type ServiceVault } from "../../../support/rows/service-vault";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

type Ctx = { caller: SessionCaller };

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

let vault: ServiceVault;
let ctx: Ctx;
beforeEach(async () => {
  vault = await aServiceVault(own);
  ctx = vault.ctx as Ctx;
});

test("two projects are merged when files that move refer to what is renamed", async () => {
  const stripe = await vault.category("Stripe");
  await vault.entry(stripe, "billing", "not-a-real-key", "production");
  const moved = await vault.file(
    await vault.project("billing"),
    "A=svc://Stripe/billing/production\n",
    "env.production",
  );
  const target = await vault.project("web");
  await vault.file(target, "B=1\n");
  expect(await renameProject(ctx, { from: "billing", to: "web", merge: true })).toMatchObject({ envFiles: 1 });
  expect((await revealEnvFile(ctx, target, moved)).content).toBe("A=svc://Stripe/web/production\n");
});

test("a refused merge names the project in which a file still is", async () => {
  const stripe = await vault.category("Stripe");
  for (const name of ["billing", "web"]) await vault.entry(stripe, name, "not-a-real-key", "production");
  await vault.file(await vault.project("billing"), "A=svc://Stripe/billing/production\n", "env.production");
  await vault.project("web");
  await expect(renameProject(ctx, { from: "billing", to: "web", merge: true })).rejects.toMatchObject({
    code: "REFERENCES_AMBIGUOUS",
    message: expect.stringContaining("A in line 1 of billing’s .env.production") as unknown,
  });
});

test("an editor joins no project to one that somebody is limited to", async () => {
  const [editor, reader] = [await aServiceVault(own), await aServiceVault(own)];
  const { id: teamId } = await createTeam(ctx, { name: "Payments" });
  await own.db.$transaction(async (tx) => {
    await addMember(tx, { teamId, userId: editor.userId, role: "editor", bounds: null });
    await addMember(tx, { teamId, userId: reader.userId, role: "reader", bounds: '{"projects":["small"]}' });
  });
  const at = async ({ userId }: ServiceVault): Promise<Ctx> => ({
    caller: await enterTeam({ kind: "session", userId, sessionId: randomUUID(), provenAt: new Date() }, teamId),
  });
  const team = await at(vault);
  const { id: categoryId } = await createCategory(team, { name: "Stripe", keyType: "simple", envVarName: "KEY" });
  for (const name of ["small", "crown"]) await createEntry(team, { categoryId, name, value: "not-a-real-key" });
  const names = async () => (await listEntries(await at(reader))).map(({ name }) => name);

  const merge = { from: "crown", to: "small", merge: true };
  await expect(renameProject(await at(editor), merge)).rejects.toMatchObject({ code: "TEAM_OWNER_REQUIRED" });
  await own.db.membership.updateMany({
    where: { teamId, userId: reader.userId },
    data: own.rights.sign("Membership", {
      ...(await own.db.membership.findFirstOrThrow({ where: { teamId, userId: reader.userId } })),
      bounds: '{"projects":["none-yet","small"]}',
    }),
  });
  const renaming = { from: "crown", to: "none-yet" };
  await expect(renameProject(await at(editor), renaming)).rejects.toMatchObject({ code: "TEAM_OWNER_REQUIRED" });
  expect(await names()).toEqual(["small"]);
  // It is for owners to give it.
  expect(await renameProject(team, merge)).toMatchObject({ entries: 1, members: 0 });
  expect(await names()).toEqual(["small", "small"]);
});
