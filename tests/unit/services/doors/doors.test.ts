import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SessionCaller } from "@/lib/auth/caller";
import type { Context, RequestContext } from "@/lib/auth/context";
import { newRowId } from "@/lib/db/row-id";
import { UnrecordedError } from "@/lib/errors";
import * as change from "@/lib/services/doors/change/change";
import { beginDisclosure, disclose, isSealedSame } from "@/lib/services/doors/disclose/disclose";
import { seal } from "@/lib/services/doors/disclose/seal";
import { oneAtATime, inOneTransaction } from "@/lib/services/doors/transaction";
import { deleteEntry } from "@/lib/services/entries/entries";
import { updateEntry } from "@/lib/services/entries/update-entry";
import { createShareLink, deleteShareLink, openShareLink } from "@/lib/services/access/share-links";
import { createWebhook } from "@/lib/services/webhooks/webhooks";
import { aServiceVault } from "../../../support/rows/service-vault";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

async function aContext(): Promise<RequestContext> {
  const { id } = await own.db.user.create({ data: { email: randomUUID() } });
  return { caller: { kind: "session", userId: id, sessionId: randomUUID(), provenAt: new Date() } };
}
let mine: RequestContext;
let others: RequestContext;
beforeEach(async () => {
  [mine, others] = [await aContext(), await aContext()];
});
const aProject = (ctx: Context, name = "billing") => change.create(ctx, "EnvProject", { name });
const nameOf = async (id: string) => (await own.db.envProject.findUnique({ where: { id } }))?.name;

describe("a change", () => {
  test("affects only its owner's rows: others' are reported as missing", async () => {
    const { id, userId } = await aProject(mine);
    expect(userId).toBe(mine.caller.userId);
    const missing = expect.objectContaining({ code: "ENV_PROJECT_NOT_FOUND" });
    await expect(change.update(others, "EnvProject", { id }, { name: "taken" })).rejects.toEqual(missing);
    await expect(change.remove(others, "EnvProject", { id })).rejects.toEqual(missing);
    expect(await nameOf(id)).toBe("billing");
  });

  test("raises the row's version, and applies only to a given one", async () => {
    const { id } = await aProject(mine);
    expect((await change.update(mine, "EnvProject", { id }, { name: "2" }, { ifMatch: [1] })).version).toBe(2);
    const meanwhile = expect.objectContaining({ code: "CHANGED_MEANWHILE", details: { id, version: 2 } });
    await expect(change.update(mine, "EnvProject", { id }, { name: "3" }, { ifMatch: [1] })).rejects.toEqual(meanwhile);
    await expect(change.remove(mine, "EnvProject", { id }, { ifMatch: [1] })).rejects.toEqual(meanwhile);
    expect(await nameOf(id)).toBe("2");
  });

  test("made together with others is undone with them, whichever transaction it is in", async () => {
    const { id } = await aProject(mine);
    const work = inOneTransaction(mine, async (ctx) => {
      await change.update(ctx, "EnvProject", { id }, { name: "undone" });
      await inOneTransaction(ctx, async (inner) => {
        expect(inner.tx).toBe(ctx.tx);
        await change.createMany(inner, "EnvProject", [{ name: "undone" }, { name: "undone" }]);
      });
      throw new Error("the last step fails");
    });
    await expect(work).rejects.toThrow("the last step fails");
    expect(await own.db.envProject.findMany({ where: { userId: mine.caller.userId } })).toMatchObject([
      { id, name: "billing", version: 1 },
    ]);
  });

  test("and its record, which is what webhooks are told, are written together or not at all", async () => {
    const { ctx, userId, category, entry } = await aServiceVault(own);
    const categoryId = await category("Stripe");
    const id = await entry(categoryId, "billing", "not-a-real-value");
    const aLink = () => createShareLink(ctx, { ciphertext: "AQ", views: 2, expiresInHours: 1 }, "http://localhost");
    const link = await aLink();
    const stored = async () => [
      await own.db.keyCategory.findMany({ where: { userId } }),
      await own.db.keyEntry.findMany({ where: { userId } }),
      await own.db.shareLink.findMany({ where: { userId } }),
      await own.db.webhook.findMany({ where: { userId } }),
    ];
    const before = await stored();
    // The next record's number is taken: writing it fails, as the transaction's last step.
    await own.db.activityHead.update({ where: { userId }, data: { number: { decrement: 1 } } });
    for (const work of [
      () => category("Other"),
      () => entry(categoryId, "shop", "not-a-real-value"),
      () => updateEntry(ctx, id, { notes: "new" }),
      () => updateEntry(ctx, id, { value: "not-a-real-value-either" }),
      () => deleteEntry(ctx, id),
      aLink,
      () => openShareLink(link.id, { id: "request", address: null, userAgent: null }),
      () => deleteShareLink(ctx, link.id),
      () => createWebhook(ctx as RequestContext<SessionCaller>, { url: "https://hooks.example.com/", events: ["*"] }),
    ])
      await expect(work()).rejects.toThrow(UnrecordedError);
    expect(await stored()).toEqual(before);
  });

  test("that must not repeat an existing one is made once, however many callers try", async () => {
    const make = () =>
      oneAtATime(mine, async (ctx) => {
        if ((await ctx.tx.envProject.count({ where: { userId: ctx.caller.userId } })) === 0) await aProject(ctx);
      });
    await Promise.all(Array.from({ length: 8 }, make));
    expect(await own.db.envProject.count({ where: { userId: mine.caller.userId } })).toBe(1);
  });
});

describe("a value", () => {
  const sealedBy = (ctx: RequestContext, text = "plain-not-real") => {
    const id = newRowId();
    return { id, sealed: seal(ctx, "KeyEntry", id, text) };
  };

  test("is disclosed only to its owner, as the result of `read`", async () => {
    const value = sealedBy(mine);
    expect(await disclose(mine, "KeyEntry", value, (text) => text.length, null)).toBe("plain-not-real".length);
    const missing = expect.objectContaining({ code: "ENTRY_NOT_FOUND" });
    await expect(disclose(others, "KeyEntry", value, String, null)).rejects.toEqual(missing);
    await expect(disclose(mine, "KeyEntry", { ...value, id: newRowId() }, String, null)).rejects.toEqual(missing);
    await expect(disclose(mine, "EnvFile", value, String, null)).rejects.toMatchObject({ code: "ENV_FILE_NOT_FOUND" });
  });

  test("that can't be opened leaves the others unaffected", async () => {
    const values = [sealedBy(mine, "1"), sealedBy(others, "2"), sealedBy(mine, "3")];
    const { open } = await beginDisclosure(mine, values.length);
    const telling = { action: "entry.export", subject: { kind: "entry", id: null, name: null } } as const;
    expect(values.map((value) => open("KeyEntry", value, telling, (text) => `${text}!`))).toEqual([
      { text: "1!" },
      null,
      { text: "3!" },
    ]);
  });

  test("can be compared without being disclosed; one that can't be opened equals nothing", () => {
    const value = sealedBy(mine);
    expect(isSealedSame(mine, "KeyEntry", value, (text) => text === "plain-not-real")).toBe(true);
    expect(isSealedSame(mine, "KeyEntry", value, (text) => text === "another")).toBe(false);
    expect(isSealedSame(others, "KeyEntry", value, () => true)).toBe(false);
  });
});
