import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAccessKey } from "@/lib/services/access/access-keys";
import { dueWithin } from "@/lib/services/reminders/reminders";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

test("a key that expires is due, and a canary is not: it alarms whatever its date is", async () => {
  const { id: userId } = await own.db.user.create({ data: { email: randomUUID() } });
  const ctx = { caller: { kind: "session", userId, sessionId: randomUUID(), provenAt: new Date() } } as const;
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const common = { scopes: ["entries:read" as const], expiresAt };
  await createAccessKey(ctx, { ...common, name: "Deploy" });
  await createAccessKey(ctx, { ...common, name: "Trap", canary: true });
  expect((await dueWithin(ctx, 30)).map(({ name }) => name)).toEqual(["Deploy"]);
});
