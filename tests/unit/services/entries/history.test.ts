import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { retireActivity } from "@/lib/schedule/retire-activity";
import { tellPurge } from "@/lib/services/doors/change/purged";
import type { SessionCaller } from "@/lib/auth/caller";
import { sqliteFile } from "@/lib/db/client";
import { deleteWhatIsDue, dueAt } from "@/lib/db/activity/retention";
import { databaseUrl, runtime } from "@/lib/runtime";
import { createCategory, deleteCategory } from "@/lib/services/entries/categories";
import { createEntry, deleteEntry, getEntry, revealEntry } from "@/lib/services/entries/entries";
import { updateEntry } from "@/lib/services/entries/update-entry";
import { saveEnvFile } from "@/lib/services/envs/env-files";
import { createEnvProject, deleteEnvProject } from "@/lib/services/envs/envs";
import { listEntryVersions, restoreEntryVersion, revealEntryVersion } from "@/lib/services/entries/entry-versions";
import { listTrash } from "@/lib/services/trash";
import { createTwoFactorToken, updateTwoFactorToken } from "@/lib/services/two-factor/tokens";
import { aServiceVault } from "../../../support/rows/service-vault";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

const usual = { VERSIONS_KEPT: 50, VERSIONS_DAYS: 365, TRASH_DAYS: 30 };
let ctx: { caller: SessionCaller };
beforeEach(async () => {
  Object.assign(own.settings, usual);
  const { id: userId } = await own.db.user.create({ data: { email: randomUUID() } });
  ctx = { caller: { kind: "session", userId, sessionId: randomUUID(), provenAt: new Date() } };
});

const aCategory = () => createCategory(ctx, { name: "Stripe", keyType: "simple", envVarName: "KEY" });
async function anEntry(...values: string[]) {
  const { id: categoryId } = await aCategory();
  const { id } = await createEntry(ctx, { categoryId, name: "billing", value: values[0] ?? "first" });
  for (const value of values.slice(1)) await updateEntry(ctx, id, { value });
  return { id, categoryId };
}
const numbers = async (id: string) => (await listEntryVersions(ctx, id)).map(({ version }) => version);
const dayMs = 24 * 60 * 60_000;
const retain = (inDays: number) =>
  deleteWhatIsDue(own, dueAt(Date.now() + inDays * dayMs, own.settings), { told: tellPurge });

test("a key that a trust rule issued goes once it has expired; others stay", async () => {
  const { userId } = ctx.caller;
  const common = { userId, name: "Deploy", scopes: "entries:read" };
  const asked = { issuer: "https://issuer.example.com", audience: "vault", claims: "{}", minutes: 5 };
  const { id: ruleId } = await own.db.trustRule.create({ data: { ...common, ...asked } });
  const key = (expiresAt: Date, more: object = {}) =>
    own.db.accessKey.create({ data: { ...common, keyPrefix: "svc_", keyHash: randomUUID(), expiresAt, ...more } });
  const [past, future] = [new Date(Date.now() - 1), new Date(Date.now() + dayMs)];
  await key(past, { ruleId });
  const kept = [await key(past), await key(future, { ruleId })].map(({ id }) => id);
  expect(await retain(0)).toMatchObject({ issuedKeys: 1 });
  const left = await own.db.accessKey.findMany({ where: { userId }, orderBy: { id: "asc" } });
  expect(left.map(({ id }) => id)).toEqual(kept);
});

describe("versions", () => {
  test.each([
    [0, [5]],
    [1, [5, 4]],
    [3, [5, 4, 3, 2]],
    [50, [5, 4, 3, 2, 1]],
  ])("of which %i are kept are the newest ones", async (kept, expected) => {
    Object.assign(own.settings, { VERSIONS_KEPT: kept });
    const { id } = await anEntry("1", "2", "3", "4", "5");
    expect(await numbers(id)).toEqual(expected);
    expect((await revealEntry(ctx, id)).value).toBe("5");
  });

  test("are at most 50 by default", async () => {
    const { id } = await anEntry(...Array.from({ length: 53 }, (_, index) => `${index + 1}`));
    expect(await numbers(id)).toEqual(Array.from({ length: 51 }, (_, index) => 53 - index));
  });

  test("beyond a lowered limit go with the next write, and none is kept for no day", async () => {
    const { id } = await anEntry("1", "2", "3", "4");
    Object.assign(own.settings, { VERSIONS_KEPT: 1 });
    await updateEntry(ctx, id, { value: "5" });
    expect(await numbers(id)).toEqual([5, 4]);
    Object.assign(own.settings, { VERSIONS_DAYS: 0 });
    await updateEntry(ctx, id, { value: "6" });
    expect(await numbers(id)).toEqual([6]);
  });

  test("of the only kept one can be restored, and what it replaces is kept in its place", async () => {
    Object.assign(own.settings, { VERSIONS_KEPT: 1 });
    const { id } = await anEntry("1", "2");
    await restoreEntryVersion(ctx, id, 1);
    expect([await numbers(id), (await revealEntry(ctx, id)).value]).toEqual([[3, 2], "1"]);
  });

  test("are stored as the value was sealed, and a restored value has its id again", async () => {
    const { id } = await anEntry("1");
    const stored = () => own.db.keyEntry.findUniqueOrThrow({ where: { id }, omit: { encryptedValue: false } });
    const first = await stored();
    await updateEntry(ctx, id, { value: "2" });
    const [former] = await own.db.entryVersion.findMany({
      where: { entryId: id },
      omit: { encryptedValue: false },
    });
    expect(former).toMatchObject({ version: 1, valueId: null, createdAt: first.createdAt, writtenBy: first.valueBy });
    expect(former?.encryptedValue).toEqual(first.encryptedValue);
    const second = await stored();
    expect(second).toMatchObject({ valueVersion: 2, valueId: expect.any(String) as string });
    await restoreEntryVersion(ctx, id, 1);
    expect(await stored()).toMatchObject({ valueVersion: 3, valueId: null });
    await restoreEntryVersion(ctx, id, 2);
    const restored = await stored();
    expect(restored).toMatchObject({ valueVersion: 4, valueId: second.valueId });
    // Never copied: while keys are rotated, the copy could stay under the former one.
    expect(restored.encryptedValue).not.toEqual(second.encryptedValue);
  });

  test("that can't be decrypted are missing, and change nothing", async () => {
    const { id } = await anEntry("1", "2");
    await own.db.entryVersion.updateMany({ where: { entryId: id }, data: { encryptedValue: new Uint8Array(80) } });
    const missing = expect.objectContaining({ code: "VERSION_NOT_FOUND" }) as object;
    await expect(restoreEntryVersion(ctx, id, 1)).rejects.toEqual(missing);
    await expect(revealEntryVersion(ctx, id, 1)).rejects.toEqual(missing);
    expect(await getEntry(ctx, id)).toMatchObject({ version: 2 });
    expect((await revealEntry(ctx, id)).value).toBe("2");
  });

  test("are deleted for good when they are old enough, and not before", async () => {
    const { id } = await anEntry("1", "2", "3");
    await retain(364);
    expect(await numbers(id)).toEqual([3, 2, 1]);
    await retain(365.01);
    expect(await numbers(id)).toEqual([3]);
  });

  test("are not kept of a two-factor token, whose changed secret has another id", async () => {
    const token = { service: "GitHub", accountName: "ada", secret: "JBSWY3DPEHPK3PXP" };
    const { id } = await createTwoFactorToken(ctx, token);
    const valueId = async () => (await own.db.twoFactorToken.findUniqueOrThrow({ where: { id } })).valueId;
    await updateTwoFactorToken(ctx, id, { secret: token.secret, notes: "the same" });
    expect(await valueId()).toBeNull();
    await updateTwoFactorToken(ctx, id, { secret: "JBSWY3DPEHPK3PXQ" });
    expect(await valueId()).toEqual(expect.any(String));
  });
});

describe("the trash", () => {
  const left = async () => {
    const where = { userId: ctx.caller.userId };
    return {
      categories: await own.db.keyCategory.count({ where }),
      entries: await own.db.keyEntry.count({ where }),
      versions: await own.db.entryVersion.count({ where }),
      projects: await own.db.envProject.count({ where }),
      files: await own.db.envFile.count({ where }),
      items: await own.db.trashItem.count({ where }),
    };
  };
  const none = { categories: 0, entries: 0, versions: 0, projects: 0, files: 0, items: 0 };

  test("is emptied of what is old enough, with what belongs to it", async () => {
    const { id, categoryId } = await anEntry("1", "2");
    const project = await createEnvProject(ctx, { name: "billing" });
    await saveEnvFile(ctx, project.id, { fileType: "env", content: "A=1\n" });
    await deleteEntry(ctx, id);
    await deleteCategory(ctx, categoryId);
    await deleteEnvProject(ctx, project.id);
    // It goes with its category, however long it would have stayed by itself.
    await own.db.trashItem.update({ where: { id }, data: { deletedAt: new Date(Date.now() + 5 * dayMs) } });
    await retain(29.9);
    expect(await left()).toMatchObject({ items: 3, entries: 1 });
    await retain(30.01);
    expect(await left()).toEqual(none);
  });

  test.each([0, 30])("takes a category or project only with what may be in it, kept for %i days", async (days) => {
    Object.assign(own.settings, { TRASH_DAYS: days });
    const { id, categoryId } = await anEntry("1", "2");
    const project = await createEnvProject(ctx, { name: "billing" });
    const { file } = await saveEnvFile(ctx, project.id, { fileType: "env", content: "A=1\n" });
    const before = await left();
    const refused = { code: "CHANGED_MEANWHILE", details: { id: categoryId, version: 1 } };
    for (const held of [new Map(), new Map([[id, 1]]), new Map([[randomUUID(), 2]])])
      await expect(deleteCategory(ctx, categoryId, {}, held)).rejects.toMatchObject(refused);
    await expect(deleteEnvProject(ctx, project.id, {}, new Map())).rejects.toMatchObject({ code: "CHANGED_MEANWHILE" });
    expect(await left()).toEqual(before);
    await deleteCategory(ctx, categoryId, {}, new Map([[id, 2]]));
    await deleteEnvProject(ctx, project.id, {}, new Map([[file.id, 1]]));
    expect((await listTrash(ctx)).map(({ kind, contents }) => [kind, contents])).toEqual(
      days === 0
        ? []
        : [
            ["env-project", 1],
            ["category", 1],
          ],
    );
    if (days === 0) expect(await left()).toEqual(none);
  });

  test("keeps nothing for no day: what is deleted is gone, with what had been put there before", async () => {
    const { id, categoryId } = await anEntry("1", "2");
    await deleteEntry(ctx, id);
    Object.assign(own.settings, { TRASH_DAYS: 0 });
    await deleteCategory(ctx, categoryId);
    expect(await left()).toEqual(none);
  });

  test("of which nothing is due is looked at without Prisma, whose query compiler takes 60 MB", async () => {
    const { id } = await anEntry("1", "2");
    await deleteEntry(ctx, id);
    const untouched = new Proxy(own.db, { get: (_, name) => expect.fail(`asked Prisma for ${String(name)}`) });
    const asked = deleteWhatIsDue({ ...own, db: untouched }, dueAt(Date.now() - dayMs, own.settings), {
      told: tellPurge,
    });
    expect(await asked).toEqual({ trash: 0, versions: 0, links: 0, deliveries: 0, issuedKeys: 0 });
    const prisma = vi.spyOn(runtime(), "db", "get").mockReturnValue(untouched);
    expect(await retireActivity()).toBe(0);
    prisma.mockRestore();
  });

  test("gives up nothing that was restored and deleted once more just now", async () => {
    const { id } = await anEntry("1");
    await deleteEntry(ctx, id);
    await own.db.trashItem.update({ where: { id }, data: { deletedAt: new Date(Date.now() - 29 * dayMs) } });
    await retain(0);
    expect(await listTrash(ctx)).toHaveLength(1);
  });
});

test("links that have expired are deleted, however many there are, and no others", async () => {
  const { userId } = ctx.caller;
  const row = { userId, makerId: userId, ciphertext: new Uint8Array([1]), views: 1, viewsLeft: 1 };
  const [past, future] = [new Date(Date.now() - 1_000), new Date(Date.now() + dayMs / 2)];
  const data = Array.from({ length: 60 }, () => ({ ...row, id: randomUUID(), expiresAt: past }));
  const left = await own.db.shareLink.create({ data: { ...row, id: randomUUID(), expiresAt: future } });
  await own.db.shareLink.createMany({ data });
  expect((await retain(0)).links).toBe(60);
  expect(await own.db.shareLink.findMany({ where: { userId } })).toEqual([left]);
  expect((await retain(1)).links).toBe(1);
});

test("what is deleted for good is no longer in the database's file", async () => {
  const { id, categoryId } = await anEntry("1", "2");
  const { encryptedValue } = await own.db.keyEntry.findUniqueOrThrow({
    where: { id },
    omit: { encryptedValue: false },
  });
  const former = await own.db.entryVersion.findFirstOrThrow({
    where: { entryId: id },
    omit: { encryptedValue: false },
  });
  const isInFile = async (bytes: Uint8Array) => {
    await own.db.$queryRawUnsafe("PRAGMA wal_checkpoint(TRUNCATE)");
    return readFileSync(sqliteFile(databaseUrl(own.settings))).includes(Buffer.from(bytes));
  };
  expect([await isInFile(encryptedValue), await isInFile(former.encryptedValue)]).toEqual([true, true]);
  await deleteCategory(ctx, categoryId);
  expect(await isInFile(encryptedValue)).toBe(true);
  await retain(31);
  expect([await isInFile(encryptedValue), await isInFile(former.encryptedValue)]).toEqual([false, false]);
});

describe("one vault’s trouble is not the others’, and it is told afterwards:", () => {
  test("whose trash can't be emptied, however much there is", async () => {
    const { userId } = ctx.caller;
    // The next record's number is taken: writing it fails, as each transaction's last step.
    const { id: troubled } = await own.db.user.create({ data: { email: randomUUID() } });
    await createCategory({ caller: { ...ctx.caller, userId: troubled } }, { name: "Stripe", keyType: "json" });
    await own.db.activityHead.update({ where: { userId: troubled }, data: { number: 0 } });
    const deletedAt = new Date(Date.now() - 40 * dayMs);
    const anItemOf = async (owner: string, at: Date) => {
      const { id } = await own.db.twoFactorToken.create({
        data: { userId: owner, service: "Stripe", accountName: "ada", encryptedSecret: new Uint8Array([1]) },
      });
      const item = { kind: "two-factor-token", name: "Stripe", deletedBy: "{}", deletedAt: at };
      await own.db.trashItem.create({ data: { ...item, id, userId: owner } });
      await own.db.twoFactorToken.update({ where: { id }, data: { trashId: id } });
    };
    for (let count = 0; count < 101; count += 1) await anItemOf(troubled, deletedAt);
    await anItemOf(userId, new Date(Date.now() - 39 * dayMs));
    const share = { userId, makerId: userId, ciphertext: new Uint8Array([1]), views: 1, viewsLeft: 1 };
    await own.db.shareLink.create({ data: { ...share, id: randomUUID(), expiresAt: deletedAt } });
    await expect(retain(0)).rejects.toMatchObject({ name: "UnrecordedError" });
    expect(await own.db.trashItem.count({ where: { userId: troubled } })).toBe(101);
    expect([
      await own.db.trashItem.count({ where: { userId } }),
      await own.db.shareLink.count({ where: { userId } }),
    ]).toEqual([0, 0]);
    await own.db.user.delete({ where: { id: troubled } });
  });

  test("whose old records can't be deleted", async () => {
    const vaults = [await aServiceVault(own), await aServiceVault(own)];
    for (const { category } of vaults) await category("Stripe");
    // They are looked at in the order of their ids.
    const [first = "", second = ""] = vaults.map(({ userId }) => userId).sort();
    await own.db.$executeRawUnsafe(
      `CREATE TRIGGER "kept" BEFORE DELETE ON "Activity" WHEN OLD."userId" = '${first}' BEGIN SELECT RAISE(ABORT, 'kept'); END`,
    );
    await expect(retireActivity(Date.now() + 1_000 * dayMs)).rejects.toThrow("kept");
    await own.db.$executeRawUnsafe('DROP TRIGGER "kept"');
    const left = async (userId: string) => own.db.activity.count({ where: { userId } });
    expect([await left(first), await left(second)]).toEqual([1, 0]);
  });
});
