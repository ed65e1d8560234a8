import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SessionCaller } from "@/lib/auth/caller";
import { deleteEnvFile } from "@/lib/services/env-files";
import { deleteEnvProject, getEnvProject } from "@/lib/services/envs";
import { listTrash, restoreFromTrash } from "@/lib/services/trash";
import { aServiceVault, type ServiceVault } from "../../support/service-vault";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

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
