import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SessionCaller } from "@/lib/auth/caller";
import { deleteWhatIsDue, dueAt } from "@/lib/db/activity/retention";
import { deleteCategory } from "@/lib/services/entries/categories";
import { tellPurge } from "@/lib/services/doors/change/purged";
import { deleteEntry } from "@/lib/services/entries/entries";
import { deleteEnvFile } from "@/lib/services/envs/env-files";
import { deleteEnvProject, getEnvProject } from "@/lib/services/envs/envs";
import { deleteFromTrash, emptyTrash, listTrash, restoreFromTrash } from "@/lib/services/trash";
import { aServiceVault, type ServiceVault } from "../../../support/rows/service-vault";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

let vault: ServiceVault;
let ctx: { caller: SessionCaller };
beforeEach(async () => {
  vault = await aServiceVault(own);
  ctx = vault.ctx as typeof ctx;
});

const inTrash = async () =>
  (await listTrash(ctx)).map(({ kind, name, within, contents }) => ({ kind, name, within, contents }));

describe("a project whose file stayed in the trash, and which then got another one of its type", () => {
  /** `left` went with the project, which came back with another file; `next` took its place. */
  async function aProjectLeavingAFile() {
    const project = await vault.project("web");
    const first = await vault.file(project, "A=1\n", "env.production");
    const left = await vault.file(project, "B=left\n");
    await deleteEnvFile(ctx, project, first);
    await deleteEnvProject(ctx, project);
    await restoreFromTrash(ctx, first);
    const next = await vault.file(project, "B=next\n");
    const { deletedAt } = await own.db.trashItem.findUniqueOrThrow({ where: { id: project } });
    await deleteEnvProject(ctx, project);
    return { project, first, left, next, deletedAt };
  }
  const files = async (project: string) => (await getEnvProject(ctx, project)).files.map(({ id }) => id).sort();

  test("goes to the trash and comes back, and the file that was there before can follow", async () => {
    const { project, first, left, next, deletedAt } = await aProjectLeavingAFile();
    expect(await inTrash()).toEqual([
      { kind: "env-project", name: "web", within: null, contents: 2 },
      { kind: "env-file", name: "env", within: "web", contents: 0 },
    ]);
    // It is kept no longer than it would have been.
    expect(await own.db.trashItem.findUnique({ where: { id: left } })).toMatchObject({ deletedAt });
    await restoreFromTrash(ctx, project);
    expect(await files(project)).toEqual([first, next].sort());
    await expect(restoreFromTrash(ctx, left)).rejects.toMatchObject({ code: "ENV_FILE_TAKEN" });
    await deleteEnvFile(ctx, project, next);
    await restoreFromTrash(ctx, left);
    expect(await files(project)).toEqual([first, left].sort());
  });

  test("comes back with its newest files if a former release put both into one item", async () => {
    const { project, first, left, next } = await aProjectLeavingAFile();
    await own.db.envFile.update({ where: { id: left }, data: { trashId: project } });
    await own.db.trashItem.deleteMany({ where: { id: left } });
    await own.db.trashItem.update({ where: { id: project }, data: { contents: 3 } });
    expect(await restoreFromTrash(ctx, project)).toMatchObject({ id: project, contents: 2 });
    expect(await files(project)).toEqual([first, next].sort());
    expect(await inTrash()).toEqual([{ kind: "env-file", name: "env", within: "web", contents: 0 }]);
  });
});

describe("what goes for good is on record, and nothing else", () => {
  const dayMs = 24 * 60 * 60_000;
  const days = { TRASH_DAYS: 30, VERSIONS_DAYS: 365, VERSIONS_KEPT: 50 };
  const retain = () => deleteWhatIsDue(own, dueAt(Date.now() + 31 * dayMs, days), { told: tellPurge });
  const purges = async () => {
    const where = { userId: vault.userId, action: { endsWith: ".purge" } };
    const rows = await own.db.activity.findMany({ where, orderBy: { objectName: "asc" } });
    return rows.map(({ action, objectName, project, environment }) => [action, objectName, project, environment]);
  };
  const entry = (name: string) => ["entry.purge", `Stripe · ${name} · production`, name, "production"];
  const whole = ["category.purge", "Stripe", null, null];

  /** `first` was deleted before the category with the other one. */
  async function aDeletedCategory() {
    const category = await vault.category("Stripe");
    const first = await vault.entry(category, "first", "not-a-real-key", "production");
    await vault.entry(category, "other", "not-a-real-key", "production");
    await deleteEntry(ctx, first);
    await deleteCategory(ctx, category);
    return { category, first };
  }

  const ways: [string, (id: string) => Promise<unknown>][] = [
    ["purged by hand", (id) => deleteFromTrash(ctx, id)],
    ["in a trash that is emptied", () => emptyTrash(ctx)],
    ["in the trash for long enough", retain],
  ];

  test.each(ways)("a category %s, with the entry that was deleted before it", async (_, away) => {
    const { category } = await aDeletedCategory();
    await away(category);
    expect(await purges()).toEqual([whole, entry("first")]);
    expect(await own.db.keyEntry.count({ where: { categoryId: category } })).toBe(0);
  });

  test.each(ways)("what a category left behind that is back in use, %s", async (_, away) => {
    const { category, first } = await aDeletedCategory();
    await restoreFromTrash(ctx, first);
    await away(category);
    expect(await purges()).toEqual([entry("other")]);
    expect(await own.db.keyEntry.findMany({ where: { categoryId: category } })).toMatchObject([{ id: first }]);
  });

  test("a file that was deleted before its project", async () => {
    const project = await vault.project("web");
    await deleteEnvFile(ctx, project, await vault.file(project, "A=1\n", "env.production"));
    await deleteEnvProject(ctx, project);
    await retain();
    expect(await purges()).toEqual([
      ["env-project.purge", "web", "web", null],
      ["env-file.purge", "web · .env.production", "web", "production"],
    ]);
  });

  test("an entry in the trash, when nothing that is deleted is put there any longer", async () => {
    const category = await vault.category("Stripe");
    await deleteEntry(ctx, await vault.entry(category, "first", "not-a-real-key", "production"));
    Object.assign(own.settings, { TRASH_DAYS: 0 });
    await deleteCategory(ctx, category);
    Object.assign(own.settings, { TRASH_DAYS: 30 });
    expect(await purges()).toEqual([entry("first")]);
  });
});
