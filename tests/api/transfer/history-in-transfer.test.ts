import { expect, test } from "vitest";
import { deleteCategory } from "@/lib/contracts/vault/categories";
import { deleteEntry, listEntries, updateEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject, deleteEnvFile, getEnvProject, revealEnvFile, saveEnvFile } from "@/lib/contracts/vault/envs";
import { transfer } from "@/lib/contracts/transfer/transfer";
import { listTrash, restoreFromTrash } from "@/lib/contracts/vault/trash";
import {
  listEntryVersions,
  restoreEntryVersion,
  revealEntryVersion,
  revealEnvFileVersion,
} from "@/lib/contracts/vault/versions";
import { anEntry } from "../../support/rows/fixtures";
import { aTeam } from "../../support/callers/teams";

test("an entry that moves to another vault takes its former values along", async () => {
  const { owner, id: teamId } = await aTeam();
  const { id } = await anEntry(owner.session, { value: "first" });
  await owner.session.call(updateEntry, { params: { id }, body: { value: "second" } });
  await owner.session.call(transfer, { body: { teamId, entryIds: [id] } });
  const versions = await owner.at.call(listEntryVersions, { params: { id } });
  expect(versions.map(({ version, current }) => [version, current])).toEqual([
    [2, true],
    [1, false],
  ]);
  const former = { id, version: "1" };
  expect((await owner.at.call(revealEntryVersion, { params: former })).value).toBe("first");
  await expect(owner.session.call(revealEntryVersion, { params: former })).rejects.toMatchObject({
    code: "ENTRY_NOT_FOUND",
  });
  await owner.at.call(restoreEntryVersion, { params: former });
});

test("an env project takes the former texts of its files along, and its files in the trash", async () => {
  const { owner, id: teamId } = await aTeam();
  const { data: project } = await owner.session.call(createEnvProject, { body: { name: "billing" } });
  const params = { id: project.id };
  const save = async (fileType: "env" | "env.local", content: string) =>
    (await owner.session.call(saveEnvFile, { params, body: { fileType, content } })).data.id;
  await save("env", "A=first\n");
  const stays = await save("env", "A=second\n");
  await save("env.local", "B=first\n");
  const trashed = await save("env.local", "B=second\n");
  await owner.session.call(deleteEnvFile, { params: { ...params, fileId: trashed } });
  await owner.session.call(transfer, { body: { teamId, envProjectIds: [project.id] } });

  expect(await owner.session.call(listTrash)).toEqual([]);
  expect(await owner.at.call(listTrash)).toMatchObject([{ id: trashed, kind: "env-file", within: "billing" }]);
  expect((await owner.at.call(getEnvProject, { params })).data.files.map(({ id }) => id)).toEqual([stays]);
  await owner.at.call(restoreFromTrash, { params: { id: trashed } });
  const content = async (fileId: string) =>
    (await owner.at.call(revealEnvFile, { params: { ...params, fileId } })).data.content;
  const former = async (fileId: string) =>
    (await owner.at.call(revealEnvFileVersion, { params: { ...params, fileId, version: "1" } })).data.content;
  expect([await content(stays), await former(stays)]).toEqual(["A=second\n", "A=first\n"]);
  expect([await content(trashed), await former(trashed)]).toEqual(["B=second\n", "B=first\n"]);
});

test("what is in the trash can't be moved", async () => {
  const { owner, id: teamId } = await aTeam();
  const { id } = await anEntry(owner.session);
  await owner.session.call(deleteEntry, { params: { id } });
  await expect(owner.session.call(transfer, { body: { teamId, entryIds: [id] } })).rejects.toMatchObject({
    code: "ENTRY_NOT_FOUND",
  });
  await owner.session.call(restoreFromTrash, { params: { id } });
  expect(await owner.session.call(listEntries)).toHaveLength(1);
});

test("a category in the trash is not used for what arrives", async () => {
  const { owner, id: teamId } = await aTeam();
  const { categoryId } = await anEntry(owner.at, { name: "theirs" });
  await owner.at.call(deleteCategory, { params: { id: categoryId } });
  const { id } = await anEntry(owner.session, { name: "mine" });
  await owner.session.call(transfer, { body: { teamId, entryIds: [id] } });
  expect((await owner.at.call(listEntries)).map(({ name }) => name)).toEqual(["mine"]);
});

test("an entry that moves beside one of the same category, name and environment is told as its twin, and no other is", async () => {
  const { owner, id: teamId } = await aTeam();
  await anEntry(owner.at, { environment: "production" });
  const other = await anEntry(owner.session, { environment: "staging" });
  const twin = await anEntry(owner.session, { environment: "production" });
  const moved = await owner.session.call(transfer, { body: { teamId, entryIds: [twin.id, other.id] } });
  expect(moved).toEqual({
    entries: 2,
    envProjects: 0,
    twoFactorTokens: 0,
    twins: [{ id: twin.id, category: "Stripe", name: "billing", environment: "production" }],
  });
});
