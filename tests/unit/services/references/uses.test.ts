import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { boundsOf } from "@/lib/auth/grants/bounds";
import type { KeyCaller, SessionCaller } from "@/lib/auth/caller";
import type { RequestContext } from "@/lib/auth/context";
import type { CreateAccessKey } from "@/lib/contracts/access/access-keys";
import { createAccessKey } from "@/lib/services/access/access-keys";
import { deleteEntry } from "@/lib/services/entries/entries";
import { updateEntry } from "@/lib/services/entries/update-entry";
import { deleteEnvFile } from "@/lib/services/envs/env-files";
import { deleteEnvProject } from "@/lib/services/envs/envs";
import { getEntryUses } from "@/lib/services/references/uses";
import { aServiceVault, type ServiceVault } from "../../../support/rows/service-vault";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

let vault: ServiceVault;
let category: string;
let id: string;
beforeEach(async () => {
  vault = await aServiceVault(own);
  category = await vault.category("Stripe");
  id = await vault.entry(category, "billing", "one", "production");
});

const keyCaller = (more: Partial<KeyCaller> = {}): { caller: KeyCaller } => ({
  caller: {
    kind: "key",
    userId: vault.userId,
    keyId: randomUUID(),
    keyHash: "",
    keyPrefix: "",
    scopes: new Set(["envs:reveal", "entries:reveal"]),
    bounds: null,
    addresses: null,
    revealsPerDay: null,
    ...more,
  },
});

describe("the files that use an entry", () => {
  test("link to it, hold its value or hold a former one, in the order of projects and files", async () => {
    await updateEntry(vault.ctx, id, { value: "two" });
    const [shop, billing] = [await vault.project("shop"), await vault.project("billing")];
    await vault.file(shop, "# a comment\nA=two\nB=one\nC=three\nD=svc://Stripe/billing/production\n", "env.production");
    await vault.file(billing, "A=three\nB=\nC=svc://Stripe/billing/staging\nD=svc://nonsense\n", "env.local");
    const fileId = await vault.file(billing, "A=one\n");
    const { files } = await getEntryUses(vault.ctx, id);
    expect(files).toEqual([
      {
        projectId: billing,
        projectName: "billing",
        fileId,
        fileType: "env",
        variables: [{ name: "A", line: 1, state: "outdated" }],
      },
      expect.objectContaining({
        projectName: "shop",
        fileType: "env.production",
        variables: [
          { name: "A", line: 2, state: "same" },
          { name: "B", line: 3, state: "outdated" },
          { name: "D", line: 5, state: "linked" },
        ],
      }),
    ]);
    await deleteEnvFile(vault.ctx, billing, fileId);
    expect((await getEntryUses(vault.ctx, id)).files).toHaveLength(1);
  });

  test("count each field of a group, by value and by reference", async () => {
    const group = await vault.entry(await vault.category("DB", "group"), "billing", '{"USER":"ada","PASSWORD":"p"}');
    await vault.file(await vault.project(), "A=ada\nB=p\nC=svc://DB/billing/-/USER\nD=svc://DB/billing/-\n");
    const [file] = (await getEntryUses(vault.ctx, group)).files;
    expect(file?.variables.map(({ name, state }) => [name, state])).toEqual([
      ["A", "same"],
      ["B", "same"],
      ["C", "linked"],
      ["D", "broken"],
    ]);
  });

  /** Of the variables that use an entry. */
  const statesOf = async (entryId: string) =>
    (await getEntryUses(vault.ctx, entryId)).files.flatMap(({ variables }) => variables.map(({ state }) => state));

  test("tell of a link to a field that the group has no more, or to none", async () => {
    const id = await vault.entry(await vault.category("Database", "group"), "billing", '{"HOST":"a","USER":"b"}');
    const at = "svc://Database/billing/-";
    await vault.file(await vault.project(), `A=${at}/HOST\nB=${at}/USER\nC=${at}\nD=svc://Database/other/-/HOST\n`);
    expect(await statesOf(id)).toEqual(["linked", "linked", "broken"]);
    await updateEntry(vault.ctx, id, { value: '{"HOST":"a"}' });
    expect(await statesOf(id)).toEqual(["linked", "broken", "broken"]);
  });

  test("don't count a reference that names a namesake too as one that leads here: it is ambiguous, for both", async () => {
    await vault.file(await vault.project(), "A=svc://Stripe/billing/production\n");
    expect(await statesOf(id)).toEqual(["linked"]);
    const namesake = await vault.entry(category, "billing", "other", "production");
    expect([await statesOf(id), await statesOf(namesake)]).toEqual([["ambiguous"], ["ambiguous"]]);
  });

  test("link to any entry of its category, which is told if it is asked for", async () => {
    const others = await Promise.all(
      Array.from({ length: 14 }, (_, index) => vault.entry(category, `p${index}`, "other", "staging")),
    );
    const [shop, billing] = [await vault.project("shop"), await vault.project("billing")];
    await vault.entry(await vault.category("Resend"), "billing", "four");
    // One of the same name is another category.
    await vault.entry(await vault.category("Stripe"), "mail", "five");
    const elsewhere =
      "M=svc://Stripe/mail/-\nR=svc://Resend/billing/-\nN=svc://Stripe/nobody/-\nX=svc://Stripe\nY=other\n";
    const fileId = await vault.file(shop, `A=svc://Stripe/p13/staging\nB=svc://Stripe/p13/staging\n${elsewhere}`);
    await vault.file(billing, `${elsewhere}A=svc://Stripe/billing/production\nB=svc://Stripe/p13/staging\n`);
    await vault.file(billing, elsewhere, "env.local");
    const ask = (entryId: string, more?: object) => getEntryUses(vault.ctx, entryId, more);
    const { linksToCategory, linksToCategoryInTrash, ...uses } = await ask(id, { linksToCategory: true });
    expect(linksToCategoryInTrash).toEqual([]);
    expect(linksToCategory).toEqual([
      expect.objectContaining({
        projectName: "billing",
        entries: [
          { entryId: id, references: 1 },
          { entryId: others[13], references: 1 },
        ],
      }),
      {
        ...{ projectId: shop, projectName: "shop", fileId, fileType: "env" },
        entries: [{ entryId: others[13], references: 2 }],
      },
    ]);
    expect((await ask(others[0] ?? "", { linksToCategory: true })).linksToCategory).toEqual(linksToCategory);
    expect(await ask(id)).toEqual(uses);
    // Who does not reach an entry learns of no link to it.
    const limited = keyCaller({ bounds: boundsOf({ projects: ["billing", "shop"], environments: null }) });
    expect((await getEntryUses(limited, id, { linksToCategory: true })).linksToCategory).toEqual([
      expect.objectContaining({ projectName: "billing", entries: [{ entryId: id, references: 1 }] }),
    ]);
  });

  test("are told apart from those in the trash that link to any entry of its category", async () => {
    const [shop, billing] = [await vault.project("shop"), await vault.project("billing")];
    const other = await vault.entry(category, "other", "two");
    const [alone, together] = [
      await vault.file(billing, "A=svc://Stripe/billing/production\nB=svc://Stripe/other/-\n"),
      await vault.file(shop, "A=svc://Stripe/billing/production\nB=one\n", "env.production"),
    ];
    await vault.file(billing, "A=one\n", "env.local");
    await deleteEnvFile(vault.ctx, billing, alone);
    await deleteEnvProject(vault.ctx, shop);
    const ask = async (ctx: RequestContext) => getEntryUses(ctx, id, { linksToCategory: true });
    const { files, linksToCategory, linksToCategoryInTrash } = await ask(vault.ctx);
    expect([files.length, linksToCategory]).toEqual([1, []]);
    const found = new Map(linksToCategoryInTrash?.map((file) => [file.fileId, file]));
    expect(found.get(alone)).toEqual({
      ...{ projectId: billing, projectName: "billing", fileId: alone, fileType: "env" },
      entries: [
        { entryId: id, references: 1 },
        { entryId: other, references: 1 },
      ],
    });
    expect(found.get(together)).toMatchObject({ projectName: "shop", entries: [{ entryId: id, references: 1 }] });
    expect(found.size).toBe(2);
    // What a caller does not reach, they are not told of; and access keys have no trash.
    const bounds = boundsOf({ projects: ["billing"], environments: null });
    const limited = { caller: { ...vault.ctx.caller, bounds } };
    expect((await ask(limited)).linksToCategoryInTrash).toEqual([
      expect.objectContaining({ fileId: alone, entries: [{ entryId: id, references: 1 }] }),
    ]);
    expect((await ask(keyCaller())).linksToCategoryInTrash).toEqual([]);
  });

  test("are those alone that the caller reaches, and a damaged one is left out", async () => {
    const [shop, billing] = [await vault.project("shop"), await vault.project("billing")];
    for (const projectId of [shop, billing]) await vault.file(projectId, "A=one\n");
    const damaged = await vault.file(billing, "A=one\n", "env.local");
    await own.db.envFile.update({ where: { id: damaged }, data: { encryptedContent: new Uint8Array(100) } });
    const within = async (projects: string[]) =>
      (await getEntryUses(keyCaller({ bounds: boundsOf({ projects, environments: null }) }), id)).files.map(
        ({ projectName, fileType }) => [projectName, fileType],
      );
    expect(await within(["billing"])).toEqual([["billing", "env"]]);
    expect(await within(["billing", "shop"])).toEqual([
      ["billing", "env"],
      ["shop", "env"],
    ]);
    await expect(within(["shop"])).rejects.toMatchObject({ code: "ENTRY_NOT_FOUND" });
  });
});

test("an entry that is missing, another owner's, or in the trash is not found", async () => {
  const notFound = { code: "ENTRY_NOT_FOUND" };
  await expect(getEntryUses(vault.ctx, randomUUID())).rejects.toMatchObject(notFound);
  await expect(getEntryUses((await aServiceVault(own)).ctx, id)).rejects.toMatchObject(notFound);
  await deleteEntry(vault.ctx, id);
  await expect(getEntryUses(vault.ctx, id)).rejects.toMatchObject(notFound);
});

describe("the keys that reach an entry", () => {
  const add = (name: string, more: Partial<CreateAccessKey>) =>
    createAccessKey(vault.ctx as { caller: SessionCaller }, { name, scopes: ["entries:read"], ...more });

  test("are those whose scopes and bounds hold it, and that work", async () => {
    await add("reads", {});
    await add("writes", { scopes: ["entries:write"] });
    await add("reveals", { scopes: ["entries:reveal"], projects: ["billing"], environments: ["production"] });
    await add("exports", { scopes: ["export:read"] });
    await add("other scopes", { scopes: ["envs:reveal", "categories:read", "2fa:reveal"] });
    await add("other project", { projects: ["shop"] });
    await add("other environment", { environments: ["staging", "none"] });
    await add("canary", { canary: true });
    const { id: expired } = await add("expired", { expiresAt: new Date(Date.now() + 60_000).toISOString() });
    const row = await own.db.accessKey.findUniqueOrThrow({
      where: { id: expired },
      omit: { keyHash: false, mac: false },
    });
    const past = { ...row, expiresAt: new Date(1) };
    await own.db.accessKey.update({ where: { id: expired }, data: own.rights.sign("AccessKey", past) });
    const { id: forged } = await add("forged", { scopes: ["envs:read"] });
    await own.db.accessKey.update({ where: { id: forged }, data: { scopes: "entries:reveal" } });
    const { keys } = await getEntryUses(vault.ctx, id);
    expect(keys.map(({ name, reveals }) => [name, reveals])).toEqual([
      ["exports", true],
      ["reads", false],
      ["reveals", true],
      ["writes", false],
    ]);
  });

  test("are not told to an access key", async () => {
    await add("reads", {});
    expect((await getEntryUses(keyCaller(), id)).keys).toEqual([]);
  });
});
