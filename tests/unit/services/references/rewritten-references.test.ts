import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { KeyCaller, SessionCaller } from "@/lib/auth/caller";
import { boundsOf } from "@/lib/auth/grants/bounds";
import type { Context, RequestContext } from "@/lib/auth/context";
import { type Scope, scopes } from "@/lib/contracts/access/scopes";
import { updateCategory } from "@/lib/services/entries/categories";
import { deleteEnvFile, revealEnvFile, saveEnvFile } from "@/lib/services/envs/env-files";
import { listEnvFileVersions, revealEnvFileVersion } from "@/lib/services/envs/env-file-versions";
import { deleteEnvProject } from "@/lib/services/envs/envs";
import { deleteEntry } from "@/lib/services/entries/entries";
import { updateEntry } from "@/lib/services/entries/update-entry";
import { renameProject } from "@/lib/services/projects";
import { revealResolvedFile } from "@/lib/services/references/resolve";
import { listTrash, restoreFromTrash } from "@/lib/services/trash";
import { keyCaller } from "../../../support/callers/key-caller";
import { aServiceVault, type ServiceVault } from "../../../support/rows/service-vault";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

let vault: ServiceVault;
let projectId: string;
let stripe: string;
let entryId: string;
beforeEach(async () => {
  vault = await aServiceVault(own);
  projectId = await vault.project();
  stripe = await vault.category("Stripe");
  entryId = await vault.entry(stripe, "billing", "v", "production");
});

const rewriting = { rewriteReferences: true };
const contentOf = async (id: string) => (await revealEnvFile(vault.ctx, projectId, id)).content;
const rename = (name: string, ctx: RequestContext = vault.ctx) => updateCategory(ctx, stripe, { name }, {}, rewriting);
const changed = (...[changes]: [Parameters<typeof updateEntry>[2]]) =>
  updateEntry(vault.ctx, entryId, changes, {}, rewriting);

const key = (given: Partial<KeyCaller> = {}): RequestContext => ({
  caller: keyCaller({ userId: vault.userId, scopes: new Set(scopes), ...given }),
});

describe("a renaming rewrites the references to what is renamed", () => {
  test("of a category's entries, and nothing else in the file", async () => {
    const [db, twice] = [await vault.category("DB", "group"), await vault.category("Twice")];
    await vault.entry(db, "Stripe", '{"USER":"ada"}');
    for (let count = 0; count < 2; count += 1) await vault.entry(twice, "billing", "w");
    const others = [
      "# svc://Stripe/billing/production",
      "svc://Stripe/billing/production",
      'B="in front of svc://Stripe/billing/production"',
      "C=svc://DB/Stripe/-/USER",
      "D=svc://Stripe/nothing/production",
      "E=svc://stripe/billing/production",
      "F=svc://Twice/billing/-",
      "G=svc://Stripe",
    ];
    const written = (reference: string) =>
      [`A='${reference}'`, ...others, `export Z: x`, `A=${reference} # why`, ""].join("\r\n");
    const id = await vault.file(projectId, written("svc://Stripe/billing/production"));
    await rename("Stripe/Zahlungen ü");
    const renamed = "svc://Stripe%2FZahlungen%20%C3%BC/billing/production";
    expect(await contentOf(id)).toBe(written(renamed));
    expect((await revealResolvedFile(vault.ctx, projectId, await vault.file(projectId, `A=${renamed}`))).content).toBe(
      "A=v",
    );
  });

  test("of an entry, whose name, environment, or both may change, with or without its value", async () => {
    const other = await vault.entry(stripe, "other", "w", "production");
    const id = await vault.file(projectId, "A=svc://Stripe/billing/production\nB=svc://Stripe/other/production\n");
    const expectReference = async (reference: string) =>
      expect(await contentOf(id)).toBe(`A=${reference}\nB=svc://Stripe/other/production\n`);
    await changed({ name: "shop" });
    await expectReference("svc://Stripe/shop/production");
    await changed({ environment: "staging" });
    await expectReference("svc://Stripe/shop/staging");
    await changed({ name: "-", environment: null, value: "new" });
    await expectReference("svc://Stripe/-/-");
    expect(await revealResolvedFile(vault.ctx, projectId, id)).toMatchObject({ content: "A=new\nB=w\n", version: 4 });
    expect(other).not.toBe("");
  });

  test("with a field, which stays", async () => {
    const group = await vault.category("DB", "group");
    await vault.entry(group, "main", '{"USER":"ada"}');
    const id = await vault.file(projectId, "A=svc://DB/main/-/USER\nB=svc://DB/main/-\n");
    await updateCategory(vault.ctx, group, { name: "Database" }, {}, rewriting);
    expect(await contentOf(id)).toBe("A=svc://Database/main/-/USER\nB=svc://DB/main/-\n");
  });

  test("in every file of the vault, each with a new version, its former text kept, and a record", async () => {
    const reference = "A=svc://Stripe/billing/production\n";
    const other = await vault.project("shop");
    const files = [await vault.file(projectId, reference), await vault.file(projectId, reference, "env.local")];
    const elsewhere = await vault.file(other, reference);
    const untouched = await vault.file(other, "A=1\n", "env.local");
    const told = () => own.db.activity.findMany({ where: { userId: vault.userId, action: "env-file.update" } });
    await rename("Payments");
    for (const id of files) expect(await contentOf(id)).toBe("A=svc://Payments/billing/production\n");
    const rows = await own.db.envFile.findMany({ where: { userId: vault.userId } });
    expect(new Map(rows.map(({ id, version }) => [id, version]))).toEqual(
      new Map([...files.map((id) => [id, 2] as const), [elsewhere, 2], [untouched, 1]]),
    );
    expect((await told()).map(({ objectId }) => objectId).sort()).toEqual([...files, elsewhere].sort());
    const versions = await listEnvFileVersions(vault.ctx, { projectId, id: files[0] ?? "" });
    expect(versions.map(({ version, current }) => [version, current])).toEqual([
      [2, true],
      [1, false],
    ]);
  });
});

describe("files in the trash follow a renaming", () => {
  const reference = "A=svc://Stripe/billing/production\n";
  const restore = (id: string) => restoreFromTrash(vault.ctx as Context<SessionCaller>, id);

  test("deleted by themselves or with their project, and keep their former text like others", async () => {
    const shop = await vault.project("shop");
    const [alone, together] = [await vault.file(projectId, reference), await vault.file(shop, reference, "env.local")];
    await deleteEnvFile(vault.ctx, projectId, alone);
    await deleteEnvProject(vault.ctx, shop);
    const before = await listTrash(vault.ctx as Context<SessionCaller>);
    await rename("Payments");
    await changed({ name: "till" });
    expect(await listTrash(vault.ctx as Context<SessionCaller>)).toEqual(before);
    await restore(alone);
    await restore(shop);
    for (const which of [
      { projectId, id: alone },
      { projectId: shop, id: together },
    ]) {
      const { content } = await revealResolvedFile(vault.ctx, which.projectId, which.id);
      expect(content).toBe("A=v\n");
      expect((await listEnvFileVersions(vault.ctx, which)).map(({ version }) => version)).toEqual([3, 2, 1]);
      const texts = [1, 2].map((version) => revealEnvFileVersion(vault.ctx, which, version));
      expect((await Promise.all(texts)).map(({ content }) => content)).toEqual([
        reference,
        "A=svc://Payments/billing/production\n",
      ]);
    }
  });

  test("of a project too, also if it joins another one that takes its files", async () => {
    const [file, local] = [await vault.file(projectId, reference), await vault.file(projectId, reference, "env.local")];
    const shop = await vault.project("shop");
    await deleteEnvFile(vault.ctx, projectId, file);
    const session = vault.ctx as Context<SessionCaller>;
    expect(await renameProject(session, { from: "billing", to: "shop", merge: true })).toMatchObject({ envFiles: 1 });
    await restore(file);
    const texts = [await revealEnvFile(vault.ctx, projectId, file), await revealEnvFile(vault.ctx, shop, local)];
    expect(texts.map(({ content }) => content)).toEqual(Array(2).fill("A=svc://Stripe/shop/production\n"));
  });

  test("and refuse nothing: neither a name that another entry has, nor one that is too long for them", async () => {
    await vault.entry(stripe, "shop", "w", "production");
    const [one, long] = [
      await vault.file(projectId, `${reference}B=svc://Stripe/shop/production\n`),
      await vault.file(projectId, reference.repeat(30_000), "env.local"),
    ];
    for (const id of [one, long]) await deleteEnvFile(vault.ctx, projectId, id);
    await changed({ name: "shop" });
    await changed({ name: "ü".repeat(200) });
    for (const id of [one, long]) await restore(id);
    // What it led to can't be told any longer once two entries have its names.
    expect(await contentOf(one)).toBe("A=svc://Stripe/shop/production\nB=svc://Stripe/shop/production\n");
    expect(await contentOf(long)).toBe("A=svc://Stripe/shop/production\n".repeat(30_000));
  });

  test("but not outside of the caller's bounds", async () => {
    const [outside, inside] = [
      await vault.file(projectId, reference, "env.development"),
      await vault.file(projectId, reference, "env.production"),
    ];
    for (const id of [outside, inside]) await deleteEnvFile(vault.ctx, projectId, id);
    const bounds = boundsOf({ projects: null, environments: ["production"] });
    await updateEntry(key({ bounds }), entryId, { name: "shop" }, {}, rewriting);
    for (const id of [outside, inside]) await restore(id);
    expect(await contentOf(outside)).toBe(reference);
    expect(await contentOf(inside)).toBe("A=svc://Stripe/shop/production\n");
  });
});

describe("what would make a reference lead to two entries is refused, and nothing is changed", () => {
  const text = "A=svc://Stripe/billing/production\nB=svc://Stripe/shop/production\n";

  test("for an entry and a category, the references to either entry being named", async () => {
    const [file, local] = [await vault.file(projectId, text), await vault.file(projectId, text, "env.local")];
    await vault.entry(stripe, "shop", "w", "production");
    const refused = (names: string) => ({
      code: "REFERENCES_AMBIGUOUS",
      message: expect.stringContaining(`would be ambiguous: ${names}. Rename or delete one of the two entries first.`),
    });
    await expect(changed({ name: "shop", value: "new" })).rejects.toMatchObject(
      refused(
        "A in line 1 of billing’s .env, B in line 2 of billing’s .env, A in line 1 of billing’s .env.local, and 1 more",
      ),
    );
    const twin = await vault.category("Twin");
    await vault.entry(twin, "shop", "x", "production");
    await deleteEnvFile(vault.ctx, projectId, local);
    await expect(updateCategory(vault.ctx, twin, { name: "Stripe" }, {}, rewriting)).rejects.toMatchObject(
      refused("B in line 2 of billing’s .env"),
    );
    const resolved = await revealResolvedFile(vault.ctx, projectId, file);
    expect(resolved).toMatchObject({ content: "A=v\nB=w\n", version: 1 });
  });

  test("but not to somebody who may read neither entries nor env files, whom it would tell which names there are", async () => {
    const id = await vault.file(projectId, text);
    await vault.entry(stripe, "shop", "w", "production");
    const blind = key({ scopes: new Set<Scope>(["entries:write", "envs:write"]) });
    await updateEntry(blind, entryId, { name: "shop" }, {}, rewriting);
    expect(await contentOf(id)).toBe("A=svc://Stripe/shop/production\nB=svc://Stripe/shop/production\n");
  });

  test("but not for the sake of references that led to two entries before", async () => {
    const text = "A=svc://Stripe/twice/production\n";
    const id = await vault.file(projectId, text);
    for (let count = 0; count < 2; count += 1) await vault.entry(stripe, "twice", "w", "production");
    await changed({ name: "twice" });
    expect(await contentOf(id)).toBe(text);
  });
});

describe("it leaves alone", () => {
  const reference = "A=svc://Stripe/billing/production\n";

  test("every file, unless it is asked to rewrite, or if nothing is renamed", async () => {
    const id = await vault.file(projectId, reference);
    await updateCategory(vault.ctx, stripe, { name: "Stripe", description: "new" }, {}, rewriting);
    await changed({ name: "billing", environment: "production", notes: "new" });
    await updateCategory(vault.ctx, stripe, { name: "Payments" });
    await updateEntry(vault.ctx, entryId, { name: "shop" });
    expect(await revealEnvFile(vault.ctx, projectId, id)).toMatchObject({ content: reference, version: 1 });
  });

  test("references that lead to several entries, or to another entry of its names", async () => {
    const twin = await vault.entry(stripe, "billing", "w", "production");
    const id = await vault.file(projectId, reference);
    await changed({ name: "shop" });
    expect(await contentOf(id)).toBe(reference);
    await updateEntry(vault.ctx, entryId, { name: "billing" });
    await deleteEntry(vault.ctx, entryId);
    expect(await revealResolvedFile(vault.ctx, projectId, id)).toMatchObject({ content: "A=w\n" });
    await updateEntry(vault.ctx, twin, { name: "shop" }, {}, rewriting);
    expect(await contentOf(id)).toBe("A=svc://Stripe/shop/production\n");
  });

  test("references that lead to an entry of another environment", async () => {
    await vault.entry(stripe, "billing", "w", "staging");
    const id = await vault.file(projectId, `B=svc://Stripe/billing/staging\n${reference}`);
    await changed({ name: "shop" });
    expect(await contentOf(id)).toBe("B=svc://Stripe/billing/staging\nA=svc://Stripe/shop/production\n");
  });

  test("references that lead to an entry of another category of the same name", async () => {
    await vault.entry(await vault.category("Stripe"), "shop", "w");
    const id = await vault.file(projectId, `${reference}B=svc://Stripe/shop/-\n`);
    await rename("Payments");
    expect(await contentOf(id)).toBe("A=svc://Payments/billing/production\nB=svc://Stripe/shop/-\n");
    expect((await revealResolvedFile(vault.ctx, projectId, id)).content).toBe("A=v\nB=w\n");
  });

  test("files that are damaged or in another vault", async () => {
    const [damaged, good] = [
      await vault.file(projectId, reference),
      await vault.file(projectId, reference, "env.local"),
    ];
    await own.db.envFile.update({ where: { id: damaged }, data: { encryptedContent: new Uint8Array(40) } });
    const others = await aServiceVault(own);
    await others.entry(await others.category("Stripe"), "billing", "w", "production");
    const theirs = await others.file(await others.project(), reference);
    await rename("Payments");
    expect(await contentOf(good)).toBe("A=svc://Payments/billing/production\n");
    const versions = await own.db.envFile.findMany({ where: { id: { in: [damaged, theirs] } } });
    expect(versions.map(({ version }) => version)).toEqual([1, 1]);
  });

  test("files outside of the caller's bounds", async () => {
    const [outside, inside] = [
      await vault.file(projectId, reference, "env.development"),
      await vault.file(projectId, reference, "env.production"),
    ];
    const bounds = boundsOf({ projects: null, environments: ["production"] });
    await updateEntry(key({ bounds }), entryId, { name: "shop" }, {}, rewriting);
    expect(await contentOf(outside)).toBe(reference);
    expect(await contentOf(inside)).toBe("A=svc://Stripe/shop/production\n");
  });
});

describe("nothing is renamed", () => {
  const refused = (code: string) => expect.objectContaining({ code });
  const reference = "A=svc://Stripe/billing/production\n";

  test("by a caller who may not write env files", async () => {
    const id = await vault.file(projectId, reference);
    const lacking = key({ scopes: new Set(scopes.filter((scope: Scope) => scope !== "envs:write")) });
    await expect(rename("Payments", lacking)).rejects.toEqual(
      expect.objectContaining({
        code: "AUTH_SCOPE_REQUIRED",
        message: expect.stringContaining("envs:write, which rewriting references needs"),
      }),
    );
    await expect(updateEntry(lacking, entryId, { name: "shop" }, {}, rewriting)).rejects.toEqual(
      refused("AUTH_SCOPE_REQUIRED"),
    );
    expect(await revealResolvedFile(vault.ctx, projectId, id)).toMatchObject({ content: "A=v\n", version: 1 });
  });

  test("if the precondition fails, or a file would become too long", async () => {
    const id = await vault.file(projectId, reference.repeat(30_000));
    await expect(updateCategory(vault.ctx, stripe, { name: "P" }, { ifMatch: [9] }, rewriting)).rejects.toEqual(
      refused("CHANGED_MEANWHILE"),
    );
    await expect(rename("ü".repeat(200))).rejects.toEqual(refused("VALIDATION_ERROR"));
    await expect(changed({ name: "ü".repeat(200) })).rejects.toEqual(refused("VALIDATION_ERROR"));
    expect(await revealEnvFile(vault.ctx, projectId, id)).toMatchObject({
      content: reference.repeat(30_000),
      version: 1,
    });
    const names = await own.db.keyCategory.findMany({ where: { id: stripe }, include: { entries: true } });
    expect(names).toMatchObject([{ name: "Stripe", version: 1, entries: [{ name: "billing", version: 1 }] }]);
  });
});

describe("of what happens at once", () => {
  const rounds = 15;

  test("no save of a file is lost, and no rewritten reference leads nowhere", async () => {
    const id = await vault.file(projectId, "N=0\nA=svc://Stripe/billing/production\n");
    for (let round = 1; round <= rounds; round += 1) {
      const category = `Stripe ${round}`;
      const saves = [1, 2, 3].map(async (which) => {
        const { content, version } = await revealEnvFile(vault.ctx, projectId, id);
        const saved = content.replace(/^N=.*/, `N=${round}-${which}`);
        // As the pages and svc save: a save that would undo the rewriting is refused.
        return saveEnvFile(vault.ctx, projectId, { fileType: "env", content: saved }, { ifMatch: [version] }).then(
          () => `N=${round}-${which}`,
          () => null,
        );
      });
      const before = (await revealEnvFile(vault.ctx, projectId, id)).version;
      const [, ...saved] = await Promise.all([rename(category), ...saves]);
      const { content, version } = await revealResolvedFile(vault.ctx, projectId, id);
      const done = saved.filter((line) => line !== null);
      expect(content).toMatch(/^N=.*\nA=v\n$/);
      // Each write made one version: the renaming's and each save's that was not refused.
      expect(version - before).toBeLessThanOrEqual(done.length + 1);
      if (done.length > 0) expect(done).toContain(content.split("\n")[0]);
      expect(await contentOf(id)).toContain(`A=svc://${encodeURIComponent(category)}/billing/production`);
    }
  });

  test("a category, its entry and its environment are renamed, and the file follows all of them", async () => {
    const id = await vault.file(projectId, "A=svc://Stripe/billing/production\n");
    const environments = ["production", "staging", "development"] as const;
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all([
        rename(`Stripe ${round}`),
        changed({ name: `billing ${round}` }),
        changed({ environment: environments[round % 3] ?? null }),
      ]);
      expect((await revealResolvedFile(vault.ctx, projectId, id)).content).toBe("A=v\n");
    }
  });

  test("files are deleted, made and saved by others, and nobody waits for each other for ever", async () => {
    const other = await vault.project("shop");
    for (let round = 0; round < rounds; round += 1) {
      const id = await vault.file(projectId, `A=svc://Stripe${round}/billing/production\n`);
      await rename(`Stripe${round}`);
      const results = await Promise.allSettled([
        rename(`Stripe${round + 1}`),
        changed({ name: "billing", value: `v${round}` }),
        deleteEnvFile(vault.ctx, projectId, id),
        vault.file(other, `N=${round}\n`, "env.local"),
        vault.file(other, `A=svc://Stripe${round}/billing/production\n`),
        updateCategory(vault.ctx, stripe, { description: `round ${round}` }),
      ]);
      expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
    }
  });
});
