import { expect, test } from "vitest";
import { listActivity } from "@/lib/contracts/access/activity";
import { createCategory, deleteCategory, updateCategory } from "@/lib/contracts/vault/categories";
import { createEntry, deleteEntry, updateEntry } from "@/lib/contracts/vault/entries";
import {
  createEnvProject,
  deleteEnvFile,
  deleteEnvProject,
  saveEnvFile,
  updateEnvProject,
} from "@/lib/contracts/vault/envs";
import { importItems } from "@/lib/contracts/transfer/import";
import { transfer } from "@/lib/contracts/transfer/transfer";
import { deleteFromTrash, emptyTrash, restoreFromTrash } from "@/lib/contracts/vault/trash";
import { createTwoFactorToken, deleteTwoFactorToken, updateTwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { restoreEntryVersion, restoreEnvFileVersion } from "@/lib/contracts/vault/versions";
import { type Actor, aUser } from "../../support/callers/actors";
import { aTeam } from "../../support/callers/teams";

/** What is on record of one thing, the oldest first. */
const toldOf = async (at: Actor, objectId: string) =>
  (await at.call(listActivity, { query: { objectId, limit: 200 } })).reverse().map(({ action }) => action);

test("each change of a category and an entry is on record once, by its own name", async () => {
  const { session } = await aUser();
  const body = { name: "Stripe", keyType: "simple", envVarName: "STRIPE_KEY" } as const;
  const category = await session.call(createCategory, { body });
  await session.call(updateCategory, { params: { id: category.id }, body: { name: "Payments" } });
  const { id } = await session.call(createEntry, { body: { categoryId: category.id, name: "billing", value: "one" } });
  const params = { id };
  await session.call(updateEntry, { params, body: { notes: "a note" } });
  await session.call(updateEntry, { params, body: { value: "two" } });
  await session.call(restoreEntryVersion, { params: { id, version: "1" } });
  await session.call(deleteEntry, { params });
  await session.call(restoreFromTrash, { params });
  await session.call(deleteEntry, { params });
  await session.call(deleteFromTrash, { params });
  expect(await toldOf(session, id)).toEqual([
    "entry.create",
    "entry.update",
    "entry.value",
    "entry.restore-version",
    "entry.delete",
    "entry.restore",
    "entry.delete",
    "entry.purge",
  ]);
  await session.call(deleteCategory, { params: { id: category.id } });
  await session.call(emptyTrash);
  expect(await toldOf(session, category.id)).toEqual([
    "category.create",
    "category.update",
    "category.delete",
    "category.purge",
  ]);
  const [newest, before] = await session.call(listActivity);
  expect([newest?.action, before?.object?.name]).toEqual(["trash.empty", "Payments"]);
});

test("of an env project, its file and a two-factor token too", async () => {
  const { session } = await aUser();
  const { data: project } = await session.call(createEnvProject, { body: { name: "billing" } });
  const params = { id: project.id };
  await session.call(updateEnvProject, { params, body: { description: "the service" } });
  const save = (content: string) =>
    session.call(saveEnvFile, { params, body: { fileType: "env.production", content } });
  const { data: file } = await save("A=1\n");
  await save("A=2\n");
  const fileParams = { id: project.id, fileId: file.id };
  await session.call(restoreEnvFileVersion, { params: { ...fileParams, version: "1" } });
  await session.call(deleteEnvFile, { params: fileParams });
  await session.call(restoreFromTrash, { params: { id: file.id } });
  expect(await toldOf(session, file.id)).toEqual([
    "env-file.create",
    "env-file.update",
    "env-file.restore-version",
    "env-file.delete",
    "env-file.restore",
  ]);
  await session.call(deleteEnvProject, { params });
  await session.call(restoreFromTrash, { params });
  expect(await toldOf(session, project.id)).toEqual([
    "env-project.create",
    "env-project.update",
    "env-project.delete",
    "env-project.restore",
  ]);
  const token = await session.call(createTwoFactorToken, {
    body: { service: "GitHub", accountName: "ada", secret: "JBSWY3DPEHPK3PXP" },
  });
  await session.call(updateTwoFactorToken, { params: { id: token.id }, body: { notes: "a note" } });
  await session.call(deleteTwoFactorToken, { params: { id: token.id } });
  expect(await toldOf(session, token.id)).toEqual([
    "two-factor-token.create",
    "two-factor-token.update",
    "two-factor-token.delete",
  ]);
});

test("an import tells of itself and of each thing that it makes; a transfer in both vaults", async () => {
  const { owner, id: teamId } = await aTeam();
  const entries = Array.from({ length: 30 }, (_, index) => ({
    keyType: "simple" as const,
    category: "Stripe",
    envVarName: "STRIPE_KEY",
    name: `project ${index}`,
    value: `not-real-${index}`,
  }));
  await owner.session.call(importItems, { body: { preview: true, entries } });
  await owner.session.call(importItems, { body: { entries } });
  const told = await owner.session.call(listActivity, { query: { limit: 200 } });
  expect(told.filter(({ action }) => action === "entry.create")).toHaveLength(30);
  expect(told.filter(({ action }) => action === "category.create")).toHaveLength(1);
  // A preview tells which of the values are stored.
  for (const action of ["vault.import", "vault.import-preview"])
    expect(told.filter((one) => one.action === action)).toMatchObject([{ count: 30 }]);
  const moved = told.find(({ action }) => action === "entry.create")?.object;
  await owner.session.call(transfer, { body: { teamId, entryIds: [moved?.id ?? ""] } });
  expect((await toldOf(owner.session, moved?.id ?? "")).at(-1)).toBe("entry.move");
  expect(await toldOf(owner.at, moved?.id ?? "")).toEqual(["entry.arrive"]);
});

test("what was refused is on no record, and neither is what changed nothing", async () => {
  const { session } = await aUser();
  const body = { name: "Stripe", keyType: "simple", envVarName: "STRIPE_KEY" } as const;
  const category = await session.call(createCategory, { body });
  const { id } = await session.call(createEntry, { body: { categoryId: category.id, name: "billing", value: "one" } });
  const before = await session.call(listActivity);
  const stale = await session.fetch(`/api/entries/${id}`, {
    method: "PUT",
    headers: { "If-Match": '"9"', "Content-Type": "application/json" },
    body: JSON.stringify({ value: "two" }),
  });
  expect(stale.status).toBe(412);
  await expect(session.call(importItems, { body: { preview: true, entries: [] } })).resolves.toBeDefined();
  expect((await session.call(listActivity)).filter(({ action }) => action !== "vault.import-preview")).toEqual(before);
});
