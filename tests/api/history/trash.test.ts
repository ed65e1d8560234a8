import { describe, expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { extractNames } from "@/lib/contracts/transfer/ai-extract";
import { deleteCategory, listCategories, updateCategory } from "@/lib/contracts/vault/categories";
import {
  createEntry,
  deleteEntry,
  getEntry,
  listEntries,
  revealEntry,
  updateEntry,
} from "@/lib/contracts/vault/entries";
import {
  createEnvProject,
  deleteEnvFile,
  deleteEnvProject,
  getEnvProject,
  listEnvProjects,
  revealEnvFile,
  saveEnvFile,
} from "@/lib/contracts/vault/envs";
import { exportEntries } from "@/lib/contracts/transfer/export";
import { getStats } from "@/lib/contracts/vault/stats";
import { deleteFromTrash, emptyTrash, listTrash, restoreFromTrash } from "@/lib/contracts/vault/trash";
import { createTwoFactorToken, deleteTwoFactorToken, listTwoFactorTokens } from "@/lib/contracts/vault/two-factor";
import { listEntryVersions } from "@/lib/contracts/vault/versions";
import { type Actor, aUser, withKey } from "../../support/callers/actors";
import { toldTo } from "../../support/callers/activity";
import { aCategory, anEntry, isoInstant, missingId } from "../../support/rows/fixtures";
import { aMember, aTeam } from "../../support/callers/teams";

const inTrash = async (who: Actor) => (await who.call(listTrash)).map(({ kind, name }) => `${kind} ${name}`);
const restore = (who: Actor, id: string) => who.call(restoreFromTrash, { params: { id } });
const purge = (who: Actor, id: string) => who.call(deleteFromTrash, { params: { id } });
const missing = { status: 404, code: "TRASH_ITEM_NOT_FOUND" };

async function aProject(who: Actor, name = "billing") {
  const { data: project } = await who.call(createEnvProject, { body: { name } });
  const save = async (fileType: "env" | "env.local" | "env.production", content = "A=1\n") =>
    (await who.call(saveEnvFile, { params: { id: project.id }, body: { fileType, content } })).data.id;
  return { id: project.id, save };
}

const aToken = (who: Actor) =>
  who.call(createTwoFactorToken, { body: { service: "GitHub", accountName: "ada", secret: "JBSWY3DPEHPK3PXP" } });

/** What a vault answers about all that can be deleted. */
const everything = async (who: Actor) => ({
  categories: await who.call(listCategories),
  entries: await who.call(listEntries),
  tokens: await who.call(listTwoFactorTokens),
  projects: await who.call(listEnvProjects),
  stats: await who.call(getStats),
  export: await who.call(exportEntries),
  names: await who.call(extractNames, { body: { prompt: "everything" } }),
});

describe("what is deleted", () => {
  test("is gone at once from every answer, and back as it was after it is restored", async () => {
    const { id: userId, session } = await aUser();
    const empty = await everything(session);
    const entry = await anEntry(session, { environment: "production", value: "value" });
    await session.call(updateEntry, { params: { id: entry.id }, body: { value: "second" } });
    const token = await aToken(session);
    const project = await aProject(session);
    const fileId = await project.save("env");
    const before = await everything(session);

    await session.call(deleteCategory, { params: { id: entry.categoryId } });
    await session.call(deleteTwoFactorToken, { params: { id: token.id } });
    await session.call(deleteEnvProject, { params: { id: project.id } });
    expect(await everything(session)).toEqual(empty);
    await expect(session.call(getEntry, { params: { id: entry.id } })).rejects.toMatchObject({ status: 404 });
    await expect(session.call(revealEntry, { params: { id: entry.id } })).rejects.toMatchObject({ status: 404 });
    const file = { id: project.id, fileId };
    await expect(session.call(revealEnvFile, { params: file })).rejects.toMatchObject({ code: "ENV_FILE_NOT_FOUND" });
    await expect(
      session.call(saveEnvFile, { params: { id: project.id }, body: { fileType: "env.local", content: "" } }),
    ).rejects.toMatchObject({ code: "ENV_PROJECT_NOT_FOUND" });
    await expect(
      session.call(createEntry, { body: { categoryId: entry.categoryId, name: "new", value: "value" } }),
    ).rejects.toMatchObject({ code: "CATEGORY_NOT_FOUND" });

    const trash = await session.call(listTrash);
    expect(trash.map(({ kind, name, within, contents }) => [kind, name, within, contents])).toEqual([
      ["env-project", "billing", null, 1],
      ["two-factor-token", "GitHub", "ada", 0],
      ["category", "Stripe", null, 1],
    ]);
    for (const { deletedAt, deletesAt, by } of trash) {
      expect([deletedAt, deletesAt]).toEqual([expect.stringMatching(isoInstant), expect.stringMatching(isoInstant)]);
      expect(Date.parse(deletesAt) - Date.parse(deletedAt)).toBe(30 * 24 * 60 * 60_000);
      expect(by).toMatchObject({ kind: "session", userId });
    }
    for (const item of trash) expect(await restore(session, item.id)).toEqual(item);
    expect(await everything(session)).toEqual(before);
    expect(await session.call(listEntryVersions, { params: { id: entry.id } })).toHaveLength(2);
    expect(await session.call(listTrash)).toEqual([]);
  });

  test("by an access key names the key", async () => {
    const { session } = await aUser();
    const { key, keyPrefix, id } = await session.call(createAccessKey, {
      body: { name: "ci", scopes: ["entries:write"] },
    });
    const entry = await anEntry(session, { environment: "staging" });
    await withKey(key).call(deleteEntry, { params: { id: entry.id } });
    const [item] = await session.call(listTrash);
    expect(item).toMatchObject({ id: entry.id, within: "Stripe", environment: "staging" });
    expect(item?.by).toMatchObject({ kind: "key", keyId: id, keyPrefix });
    await expect(withKey(key).call(listTrash)).rejects.toMatchObject({ code: "AUTH_SESSION_REQUIRED" });
  });

  test("shows the name that its category has by now", async () => {
    const { session } = await aUser();
    const entry = await anEntry(session);
    await session.call(deleteEntry, { params: { id: entry.id } });
    await session.call(updateCategory, { params: { id: entry.categoryId }, body: { name: "Renamed" } });
    expect(await session.call(listTrash)).toMatchObject([{ within: "Renamed" }]);
  });

  test("keeps its category's type", async () => {
    const { session } = await aUser();
    const entry = await anEntry(session);
    await session.call(deleteEntry, { params: { id: entry.id } });
    await expect(
      session.call(updateCategory, { params: { id: entry.categoryId }, body: { keyType: "json" } }),
    ).rejects.toMatchObject({ code: "CATEGORY_IN_USE" });
    await purge(session, entry.id);
    await session.call(updateCategory, { params: { id: entry.categoryId }, body: { keyType: "json" } });
  });
});

describe("a category or project in the trash", () => {
  test("comes back without its other entries when one of them is restored, and they come back later", async () => {
    const { session } = await aUser();
    const { id: categoryId } = await aCategory(session);
    const entry = (name: string) => session.call(createEntry, { body: { categoryId, name, value: name } });
    const [first, second] = [await entry("first"), await entry("second")];
    await session.call(deleteEntry, { params: { id: first.id } });
    await session.call(deleteCategory, { params: { id: categoryId } });
    expect(await inTrash(session)).toEqual(["category Stripe", "entry first"]);
    await restore(session, first.id);
    expect((await session.call(listEntries)).map(({ name }) => name)).toEqual(["first"]);
    expect(await session.call(listTrash)).toMatchObject([{ id: categoryId, kind: "category", contents: 1 }]);
    // Deleted once more, before the rest came back: all is one deletion again.
    await session.call(deleteCategory, { params: { id: categoryId } });
    expect(await session.call(listTrash)).toMatchObject([{ id: categoryId, contents: 2 }]);
    await restore(session, categoryId);
    expect((await session.call(listEntries)).map(({ id }) => id).sort()).toEqual([first.id, second.id].sort());
    expect(await session.call(listTrash)).toEqual([]);
  });

  test("leaves nothing behind when it is purged, nor in the trash", async () => {
    const { session } = await aUser();
    const entry = await anEntry(session);
    const project = await aProject(session);
    const fileId = await project.save("env");
    await session.call(deleteEntry, { params: { id: entry.id } });
    await session.call(deleteEnvFile, { params: { id: project.id, fileId } });
    await session.call(deleteCategory, { params: { id: entry.categoryId } });
    await session.call(deleteEnvProject, { params: { id: project.id } });
    expect(await session.call(listTrash)).toHaveLength(4);
    await purge(session, entry.categoryId);
    expect(await inTrash(session)).toEqual(["env-project billing", "env-file env"]);
    await purge(session, project.id);
    expect(await session.call(listTrash)).toEqual([]);
  });

  test("that is back in use is not purged with what is left in the trash", async () => {
    const { session } = await aUser();
    const { id: categoryId } = await aCategory(session);
    const entry = (name: string) => session.call(createEntry, { body: { categoryId, name, value: name } });
    const [first] = [await entry("first"), await entry("second")];
    await session.call(deleteEntry, { params: { id: first.id } });
    await session.call(deleteCategory, { params: { id: categoryId } });
    await restore(session, first.id);
    await session.call(deleteEntry, { params: { id: first.id } });
    await purge(session, categoryId);
    expect(await inTrash(session)).toEqual(["entry first"]);
    await restore(session, first.id);
    expect((await session.call(listEntries)).map(({ name }) => name)).toEqual(["first"]);
    expect(await session.call(listCategories)).toMatchObject([{ id: categoryId }]);
  });

  test("a file comes back with its project, and never beside another of its type", async () => {
    const { session } = await aUser();
    const { id, save } = await aProject(session);
    const former = await save("env", "A=former\n");
    await session.call(deleteEnvFile, { params: { id, fileId: former } });
    const present = await save("env", "A=present\n");
    expect(present).not.toBe(former);
    await expect(restore(session, former)).rejects.toMatchObject({
      status: 409,
      code: "ENV_FILE_TAKEN",
      message: "The project has another .env by now: delete that one first, or restore one of its versions",
    });
    await session.call(deleteEnvProject, { params: { id } });
    await restore(session, former);
    const { data: project } = await session.call(getEnvProject, { params: { id } });
    expect(project.files.map((file) => file.id)).toEqual([former]);
    // The other one went with the project.
    await expect(restore(session, id)).rejects.toMatchObject({ code: "ENV_FILE_TAKEN" });
    await session.call(deleteEnvFile, { params: { id, fileId: former } });
    await restore(session, id);
    const content = (await session.call(revealEnvFile, { params: { id, fileId: present } })).data.content;
    expect(content).toBe("A=present\n");
    expect((await session.call(listEnvProjects)).data).toMatchObject([{ id, fileCount: 1 }]);
  });
});

describe("what is created while the place for it is deleted", () => {
  test("is refused, or goes to the trash with it: an entry", async () => {
    const { session } = await aUser();
    for (let round = 0; round < 8; round += 1) {
      const { id } = await aCategory(session);
      const [created] = await Promise.allSettled([
        session.call(createEntry, { body: { categoryId: id, name: "new", value: "value" } }),
        session.call(deleteCategory, { params: { id } }),
      ]);
      expect(await session.call(listEntries)).toEqual([]);
      const contents = created.status === "fulfilled" ? 1 : 0;
      expect((await session.call(listTrash))[0]).toMatchObject({ id, contents });
      await restore(session, id);
      expect(await session.call(listEntries)).toHaveLength(contents);
      await session.call(deleteCategory, { params: { id } });
      await session.call(emptyTrash);
    }
  });

  test("is refused, or goes to the trash with it: an env file", async () => {
    const { session } = await aUser();
    for (let round = 0; round < 8; round += 1) {
      const { id, save } = await aProject(session);
      const [saved] = await Promise.allSettled([save("env.local"), session.call(deleteEnvProject, { params: { id } })]);
      const contents = saved.status === "fulfilled" ? 1 : 0;
      expect((await session.call(listTrash))[0]).toMatchObject({ id, contents });
      await restore(session, id);
      expect((await session.call(getEnvProject, { params: { id } })).data.files).toHaveLength(contents);
      await session.call(deleteEnvProject, { params: { id } });
    }
  });
});

describe("the trash", () => {
  test("gives a thing back once, and does not know what it never had", async () => {
    const { session } = await aUser();
    const entry = await anEntry(session);
    await session.call(deleteEntry, { params: { id: entry.id } });
    const answers = await Promise.allSettled([restore(session, entry.id), restore(session, entry.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    for (const id of [entry.id, missingId]) {
      await expect(restore(session, id)).rejects.toMatchObject(missing);
      await expect(purge(session, id)).rejects.toMatchObject(missing);
    }
    expect(await session.call(listEntries)).toHaveLength(1);
  });

  test("is emptied as a whole", async () => {
    const { session } = await aUser();
    const entry = await anEntry(session);
    const stays = await anEntry(session);
    await session.call(deleteCategory, { params: { id: entry.categoryId } });
    await session.call(deleteTwoFactorToken, { params: { id: (await aToken(session)).id } });
    await session.call(emptyTrash);
    expect(await session.call(listTrash)).toEqual([]);
    await expect(restore(session, entry.categoryId)).rejects.toMatchObject(missing);
    expect((await session.call(listEntries)).map(({ id }) => id)).toEqual([stays.id]);
    // The second time there is nothing to tell.
    await session.call(emptyTrash);
    expect(await toldTo(session, "trash.empty")).toHaveLength(1);
  });
});

describe("in a team", () => {
  test("members see what they could read, and restore and purge what they could delete", async () => {
    const team = await aTeam();
    const reader = await aMember(team, { role: "reader" });
    const inside = await aMember(team, { role: "editor", projects: ["billing"], environments: ["production"] });
    const entry = await anEntry(team.owner.at, { name: "billing", environment: "production" });
    const outside = await anEntry(team.owner.at, { name: "web", environment: "production" });
    const staging = await anEntry(team.owner.at, { name: "billing", environment: "staging" });
    const token = await aToken(team.owner.at);
    const project = await aProject(team.owner.at);
    const other = await aProject(team.owner.at, "web");
    const files = [await project.save("env"), await project.save("env.production"), await other.save("env.production")];
    for (const { id } of [entry, outside, staging]) await team.owner.at.call(deleteEntry, { params: { id } });
    await team.owner.at.call(deleteTwoFactorToken, { params: { id: token.id } });
    for (const [index, fileId] of files.entries())
      await team.owner.at.call(deleteEnvFile, { params: { id: (index < 2 ? project : other).id, fileId } });
    await team.owner.at.call(deleteCategory, { params: { id: entry.categoryId } });
    for (const { id } of [project, other]) await team.owner.at.call(deleteEnvProject, { params: { id } });

    expect(await team.owner.at.call(listTrash)).toHaveLength(10);
    expect(await reader.at.call(listTrash)).toHaveLength(10);
    expect(await inTrash(inside.at)).toEqual(["env-project billing", "env-file env.production", "entry billing"]);

    await expect(restore(reader.at, entry.id)).rejects.toMatchObject({ status: 403, code: "AUTH_SCOPE_REQUIRED" });
    await expect(purge(reader.at, entry.id)).rejects.toMatchObject({ status: 403, code: "AUTH_SCOPE_REQUIRED" });
    await expect(reader.at.call(emptyTrash)).rejects.toMatchObject({ status: 403, code: "AUTH_SCOPE_REQUIRED" });
    for (const id of [outside.id, staging.id, token.id, entry.categoryId, other.id, files[0] ?? "", files[2] ?? ""]) {
      await expect(restore(inside.at, id)).rejects.toMatchObject(missing);
      await expect(purge(inside.at, id)).rejects.toMatchObject(missing);
    }
    // Its files of other environments would come and go with it.
    for (const work of [restore, purge])
      await expect(work(inside.at, project.id)).rejects.toMatchObject({ status: 403, code: "OUT_OF_BOUNDS" });
    await restore(inside.at, entry.id);
    expect((await inside.at.call(listEntries)).map(({ id }) => id)).toEqual([entry.id]);
    await inside.at.call(deleteEntry, { params: { id: entry.id } });
    await inside.at.call(emptyTrash);
    expect(await inTrash(inside.at)).toEqual(["env-project billing"]);
    expect(await team.owner.at.call(listTrash)).toHaveLength(7);
  });

  test("another vault's trash is empty, and its items are missing", async () => {
    const team = await aTeam();
    const entry = await anEntry(team.owner.at);
    await team.owner.at.call(deleteEntry, { params: { id: entry.id } });
    expect(await team.owner.session.call(listTrash)).toEqual([]);
    await expect(restore(team.owner.session, entry.id)).rejects.toMatchObject(missing);
    await restore(team.owner.at, entry.id);
  });
});
