import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { newRecord, recordIn, vaultItself } from "@/lib/auth/activity/activity";
import { queueMail } from "@/lib/auth/mail/mail-outbox";
import type { Action } from "@/lib/contracts/access/actions";
import { askForPasswordLink } from "@/lib/identity/passwords/forgotten";
import { log } from "@/lib/log";
import { deliver } from "@/lib/mail/deliver";
import { toldMax } from "@/lib/mail/first-of-hour";
import { dueMails, postman } from "@/lib/mail/postman";
import { aServiceVault } from "../../support/rows/service-vault";
import { aMailServer } from "../../support/servers/a-mail-server";
import { signOwn } from "../../support/sign-in/signing";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime({ SMTP_URL: "smtp://localhost:1", MAIL_FROM: "vault@example.com" });
});
afterAll(() => own.close());

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** An account, and how something is done there that its owner is told by mail. */
async function anAccount() {
  const { userId } = await aServiceVault(own);
  const email = `${userId}@example.com`;
  await own.db.user.update({ where: { id: userId }, data: { email } });
  await signOwn(own, "User");
  const happens = (action: Action, outcome: "done" | "refused" = "done") =>
    own.db.$transaction((tx) => recordIn(tx, newRecord({ owner: userId, action, actor: vaultItself, outcome })));
  return { userId, email, happens };
}

/** Sends everything that is due then, as a process does that has all the time. */
async function sendAll(now: number): Promise<void> {
  for (let ids = await dueMails(now); ids.length > 0; ids = await dueMails(now))
    for (const id of ids) await deliver(id, { now: () => now });
}

test("of what one account causes without end, the first ten of a kind in an hour are mailed; the last one says so", async () => {
  const server = await aMailServer();
  Object.assign(own.settings, server.env);
  const warned = vi.spyOn(log, "warn").mockImplementation(() => {});
  onTestFinished(() => void warned.mockRestore());
  const [busy, other] = [await anAccount(), await anAccount()];
  for (let count = 0; count < toldMax + 3; count += 1) await busy.happens("account.password");
  await busy.happens("access-key.canary", "refused");
  await other.happens("account.password");
  // What is queued meanwhile is due, too.
  const now = Date.now() + 60_000;
  await sendAll(now);
  const sentTo = (email: string) => server.mails.filter(({ to }) => to.includes(email));
  const changes = () => sentTo(busy.email).filter(({ subject }) => subject === "Your password was changed");
  const isLast = changes().map(({ text }) => text.includes("so no more will be sent until it is over"));
  expect(isLast).toEqual([...Array<boolean>(toldMax - 1).fill(false), true]);
  expect([sentTo(busy.email).length, sentTo(other.email).length]).toEqual([toldMax + 1, 1]);
  expect(warned).toHaveBeenCalledTimes(1);
  expect(warned).toHaveBeenCalledWith({ event: "mail-limited", vaultId: busy.userId, kind: "account" });
  await busy.happens("account.passkey-add");
  await sendAll(now + hourMs);
  expect(sentTo(busy.email).at(-1)?.subject).toBe("A passkey was added");
});

test("links that somebody waits for and alarms are sent before notices, however many wait", async () => {
  await own.db.mail.deleteMany();
  const [busy, other] = [await anAccount(), await anAccount()];
  for (let count = 0; count < 20; count += 1) await busy.happens("account.password");
  await askForPasswordLink({ email: other.email }, { id: "request", address: "192.0.2.8", userAgent: null });
  await own.db.$transaction(async (tx) => {
    await queueMail(tx, other.userId, { kind: "invitation", email: "ada@example.com", token: "not-a-real-token" });
    await queueMail(tx, other.userId, { kind: "confirm-email", recipientId: other.userId, email: "ada@example.com" });
  });
  await other.happens("access-key.canary", "refused");
  const kindOf = (userId: string | null) => (userId === busy.userId ? "notice" : "urgent");
  const next = async () => {
    const ids = await dueMails(Date.now());
    const rows = await own.db.mail.findMany({ where: { id: { in: ids } }, orderBy: { nextAttemptAt: "asc" } });
    return rows.map(({ userId }) => kindOf(userId));
  };
  expect(await next()).toEqual([...Array<string>(4).fill("urgent"), "notice", "notice"]);
  // The record of the canary gives way to the mail to its owner, which is an alarm too.
  const [, , , canary = ""] = await dueMails(Date.now());
  await deliver(canary, { now: Date.now });
  expect(await next()).toEqual([...Array<string>(4).fill("urgent"), "notice", "notice"]);
  await own.db.mail.deleteMany();
});

test("a mail waits for no time that a clock set which has been set back by a day since", async () => {
  const server = await aMailServer();
  Object.assign(own.settings, server.env);
  const { userId } = await anAccount();
  const message = { kind: "email-asked", recipientId: userId, former: "ada@example.com", email: "new@example.com" };
  await own.db.$transaction((tx) => queueMail(tx, userId, message as Parameters<typeof queueMail>[2]));
  const { id } = await own.db.mail.findFirstOrThrow({ where: { userId } });
  const [now, dayAgo] = [Date.now(), Date.now() - dayMs];
  // It was not taken, or its process was killed, a minute ago.
  await own.db.mail.update({ where: { id }, data: { leaseId: "killed", nextAttemptAt: new Date(now + 60_000) } });
  expect(await dueMails(now)).toEqual([]);
  expect(await dueMails(dayAgo)).toEqual([id]);
  await deliver(id, { now: () => dayAgo });
  expect(server.mails).toHaveLength(1);
});

test("while others wait, the next mail is sent as soon as one is, and not at the next look", async () => {
  const server = await aMailServer();
  Object.assign(own.settings, server.env);
  const { userId } = await anAccount();
  const email = "grace@example.com";
  const message = { kind: "email-asked", recipientId: userId, former: email, email: "new@example.com" } as const;
  await own.db.$transaction(async (tx) => {
    for (let count = 0; count < 12; count += 1) await queueMail(tx, userId, message);
  });
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { start, stop } = postman();
  onTestFinished(stop);
  start();
  vi.advanceTimersByTime(1_000);
  expect(await server.got(email, 12)).toHaveLength(12);
});
