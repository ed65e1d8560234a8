import { afterAll, beforeAll, expect, test } from "vitest";
import { openMail } from "@/lib/auth/mail/mail-outbox";
import { createEntry } from "@/lib/services/entries/entries";
import { updateEntry } from "@/lib/services/entries/update-entry";
import { createCategory } from "@/lib/services/entries/categories";
import { queueDigests } from "@/lib/services/reminders/digest";
import { aServiceVault } from "../../support/rows/service-vault";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime({ SMTP_URL: "smtp://localhost:1", MAIL_FROM: "vault@example.com" });
});
afterAll(() => own.close());

const dayMs = 24 * 60 * 60_000;

test("a digest comes at most once a day, when something is new: within 30 days, within 7, and overdue", async () => {
  const { ctx, userId } = await aServiceVault(own);
  const { id: categoryId } = await createCategory(ctx, { name: "Stripe", keyType: "simple", envVarName: "KEY" });
  const began = Date.now();
  const expiresAt = new Date(began + 40 * dayMs).toISOString();
  const value = "not-a-real-value";
  const billing = await createEntry(ctx, { categoryId, name: "billing", value, expiresAt });
  const queued = async (days: number) => {
    // Two processes look at once.
    const now = began + days * dayMs;
    await Promise.all([queueDigests(now), queueDigests(now)]);
    const rows = await own.db.mail.findMany({ where: { userId }, omit: { sealedMessage: false } });
    await own.db.mail.deleteMany({ where: { userId } });
    const messages = rows.map(({ id, sealedMessage }) => openMail({ id, sealedMessage }));
    expect(JSON.stringify(messages)).not.toContain(value);
    return messages;
  };
  const entry = (name: string) =>
    expect.objectContaining({ team: null, kind: "entry", name, path: expect.stringContaining("/?rotate=") }) as unknown;
  expect(await queued(0)).toEqual([]);
  expect(await queued(11)).toEqual([
    { kind: "digest", recipientId: userId, due: [entry("Stripe · billing")], more: 0 },
  ]);
  expect(await queued(11.5)).toEqual([]);
  expect(await queued(20)).toEqual([]);
  const shop = await createEntry(ctx, { categoryId, name: "shop", value, expiresAt });
  expect(await queued(20)).toMatchObject([{ due: [entry("Stripe · billing"), entry("Stripe · shop")] }]);
  // Not twice a day, whatever is new.
  await createEntry(ctx, { categoryId, name: "third", value, expiresAt });
  expect(await queued(20.9)).toEqual([]);
  expect(await queued(21.1)).toMatchObject([
    { due: [entry("Stripe · billing"), entry("Stripe · shop"), entry("Stripe · third")] },
  ]);
  expect(await queued(34)).toHaveLength(1);
  expect(await queued(41)).toHaveLength(1);
  expect(await queued(60)).toEqual([]);
  for (const { id } of [billing, shop]) await updateEntry(ctx, id, { expiresAt: null });
  expect(await queued(61)).toEqual([]);
  await own.db.mailChoice.update({ where: { userId }, data: { off: "due", digestTold: "[]" } });
  expect(await queued(70)).toEqual([]);
  await own.db.mailChoice.update({ where: { userId }, data: { off: "" } });
  expect(await queued(70)).toMatchObject([{ due: [entry("Stripe · third")], more: 0 }]);
});

test("after a clock that was years ahead is set back, digests come again", async () => {
  const { ctx, userId } = await aServiceVault(own);
  const { id: categoryId } = await createCategory(ctx, { name: "Stripe", keyType: "simple", envVarName: "KEY" });
  const now = Date.now();
  const expiresAt = new Date(now + dayMs).toISOString();
  await createEntry(ctx, { categoryId, name: "billing", value: "not-a-real-value", expiresAt });
  const queued = () => own.db.mail.count({ where: { userId } });
  await queueDigests(now + 3_650 * dayMs);
  expect(await queued()).toBe(1);
  await queueDigests(now);
  expect(await queued()).toBe(2);
  await queueDigests(now - dayMs / 2);
  expect(await queued()).toBe(2);
});

test("one person’s trouble is not the others’: they get theirs, and it is told afterwards", async () => {
  const vaults = [await aServiceVault(own), await aServiceVault(own)];
  const now = Date.now();
  for (const { ctx } of vaults) {
    const { id: categoryId } = await createCategory(ctx, { name: "Stripe", keyType: "simple", envVarName: "KEY" });
    const expiresAt = new Date(now + dayMs).toISOString();
    await createEntry(ctx, { categoryId, name: "billing", value: "not-a-real-value", expiresAt });
  }
  // People come in the order of their ids.
  const [first = "", second = ""] = vaults.map(({ userId }) => userId).sort();
  await own.db.mailChoice.create({ data: { userId: first, off: "", digestTold: "broken" } });
  await expect(queueDigests(now)).rejects.toThrow(SyntaxError);
  expect(await own.db.mail.count({ where: { userId: second } })).toBe(1);
});
