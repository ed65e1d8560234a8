import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { SessionCaller } from "@/lib/auth/caller";
import { type DueItem, type MailMessage, queueMail, sealedMail } from "@/lib/auth/mail/mail-outbox";
import { Prisma } from "@/lib/db/generated/client";
import { storedInstant } from "@/lib/db/instants";
import { listDueMails } from "@/lib/db/queries/maintenance/mail";
import { getMailChoice } from "@/lib/identity/accounts/mail-choice";
import { flushLog } from "@/lib/log";
import { deliver, leaseMs, waitAfter } from "@/lib/mail/deliver";
import * as expand from "@/lib/mail/expand";
import { sendLetter } from "@/lib/mail/transport";
import { aMailServer } from "../../support/servers/a-mail-server";
import { type MailServer, refusal } from "../../support/servers/mail-server";
import { aServiceVault } from "../../support/rows/service-vault";
import { signOwn } from "../../support/sign-in/signing";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime({ SMTP_URL: "smtp://localhost:1", MAIL_FROM: "vault@example.com" });
});
afterAll(() => own.close());

const hourMs = 60 * 60_000;
const self = (userId: string): SessionCaller => ({
  kind: "session",
  userId,
  sessionId: userId,
  provenAt: new Date(0),
  request: { id: "request", address: null, userAgent: null },
});

/** A mail that waits, to somebody who has an account, and how to send it by this server. */
async function aWaitingMail(server: Pick<MailServer, "env">) {
  const { userId } = await aServiceVault(own);
  Object.assign(own.settings, server.env);
  const email = `${userId}@example.com`;
  await own.db.$transaction((tx) =>
    queueMail(tx, userId, { kind: "email-asked", recipientId: userId, former: email, email: "new@example.com" }),
  );
  const { id } = await own.db.mail.findFirstOrThrow({ where: { userId } });
  return { id, userId, email, row: () => own.db.mail.findUnique({ where: { id } }) };
}

const nowhere = { env: { SMTP_URL: "smtp://localhost:1", MAIL_FROM: "vault@example.com" } };

describe("a mail", () => {
  test("is sent once, by a server that asks for a login and speaks TLS, and then leaves the queue", async () => {
    const server = await aMailServer();
    const { id, email, row } = await aWaitingMail(server);
    await Promise.all([deliver(id, { now: Date.now }), deliver(id, { now: Date.now })]);
    expect(server.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [[email], "A change of your e-mail address was requested"],
    ]);
    expect(server.mails[0]?.raw).toContain("From: The vault <vault@example.com>");
    expect(await row()).toBeNull();
  });

  test("waits in the queue as bytes that tell neither what it says nor to whom", async () => {
    const { id, email } = await aWaitingMail(nowhere);
    const row = await own.db.mail.findUniqueOrThrow({ where: { id }, omit: { sealedMessage: false } });
    expect(Buffer.from(row.sealedMessage).toString("latin1")).not.toContain(email);
    expect(JSON.stringify({ ...row, sealedMessage: "" })).not.toContain("new@example.com");
    await own.db.mail.delete({ where: { id } });
  });

  test("waits longer after each failure, and for a day in all; then it is given up", async () => {
    const { id, userId, row } = await aWaitingMail(nowhere);
    const began = Date.now();
    let now = began;
    const waits: number[] = [];
    for (;;) {
      await deliver(id, { now: () => now });
      const standing = await row();
      if (!standing) break;
      expect(standing.attempts).toBe(waits.length + 1);
      waits.push(standing.nextAttemptAt.getTime() - now);
      now = standing.nextAttemptAt.getTime();
    }
    expect(now - began).toBeGreaterThanOrEqual(24 * hourMs);
    expect(now - began).toBeLessThan(25.5 * hourMs);
    expect(waits[0]).toBeLessThan(13_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(1.2 * hourMs);
    const last = await own.db.activity.findFirst({ where: { userId }, orderBy: { number: "desc" } });
    expect(last).toMatchObject({
      action: "account.mail-lost",
      actorKind: "system",
      objectId: userId,
      objectName: "A change of your e-mail address was requested",
    });
    expect(Date.parse((await getMailChoice(self(userId))).lostAt ?? "")).toBe(last?.at.getTime());
  });

  test("that nobody's account waits for is given up without a record; what says to nobody whom it is for is told of in its vault", async () => {
    const { userId: vaultId } = await aServiceVault(own);
    Object.assign(own.settings, nowhere.env);
    const messages: [string | null, MailMessage][] = [
      [null, { kind: "forgotten-password", email: `${vaultId}@example.com` }],
      [vaultId, { kind: "email-asked", recipientId: "gone", former: "gone@example.com", email: "new@example.com" }],
    ];
    const records = () => own.db.activity.count({ where: { action: "account.mail-lost" } });
    const before = await records();
    for (const [userId, message] of messages) {
      const { id } = await own.db.mail.create({ data: { ...sealedMail(message), userId } });
      await deliver(id, { now: () => Date.now() + 25 * hourMs });
      expect(await own.db.mail.count({ where: { id } })).toBe(0);
    }
    expect(await records()).toBe(before);
    // What can't be decrypted names no person.
    const { id } = await own.db.mail.create({
      data: { id: randomUUID(), sealedMessage: Buffer.from("x"), userId: vaultId },
    });
    await deliver(id, { now: () => Date.now() + 25 * hourMs });
    expect(await own.db.activity.findFirst({ where: { userId: vaultId }, orderBy: { number: "desc" } })).toMatchObject({
      action: "account.mail-lost",
      objectKind: "vault",
      objectName: null,
    });
  });

  test("that can't be composed is tried like one that can't be sent, and given up after a day; others are sent meanwhile", async () => {
    const server = await aMailServer();
    const { userId: vaultId } = await aServiceVault(own);
    await signOwn(own, "User");
    const { id: other, email } = await aWaitingMail(server);
    const due: DueItem = { team: null, kind: "entry", name: "Stripe", reason: "expires", dueAt: "no date" };
    const messages: MailMessage[] = [
      { kind: "digest", recipientId: vaultId, due: [due], more: 0 },
      { kind: "record", recordId: randomUUID() },
    ];
    const log = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const cannotRead = vi.spyOn(expand, "noticesOf").mockRejectedValue(new TypeError("A name that nobody may read"));
    onTestFinished(() => [log, cannotRead].forEach((spy) => spy.mockRestore()));
    for (const message of messages) {
      const { id } = await own.db.mail.create({ data: { ...sealedMail(message), userId: vaultId } });
      const now = Date.now();
      await deliver(id, { now: () => now });
      const row = await own.db.mail.findUniqueOrThrow({ where: { id } });
      expect(row).toMatchObject({ attempts: 1, leaseId: null });
      expect(row.nextAttemptAt.getTime() - now).toBeLessThan(13_000);
      await deliver(id, { now: () => now + 25 * hourMs });
      expect(await own.db.mail.count({ where: { id } })).toBe(0);
      expect(
        await own.db.activity.findFirst({ where: { userId: vaultId }, orderBy: { number: "desc" } }),
      ).toMatchObject({
        action: "account.mail-lost",
      });
    }
    await deliver(other, { now: Date.now });
    expect(server.mails.map(({ to }) => to)).toEqual([[email]]);
    flushLog();
    const lines = log.mock.calls.join("");
    expect(lines).toMatch(/"mail-uncomposable".*"kind":"digest","error":\{"name":"RangeError"/);
    expect(lines).toMatch(/"mail-uncomposable".*"kind":"record","error":\{"name":"TypeError"/);
    expect(lines).toMatch(/"mail-given-up".*"code":"UNCOMPOSABLE","attempts":2/);
    expect(lines).not.toContain("nobody may read");
  });

  test("that meets a database that is away is no fault of its own: it stays as it is, and is tried again", async () => {
    const { userId } = await aServiceVault(own);
    const message: MailMessage = { kind: "record", recordId: randomUUID() };
    const { id } = await own.db.mail.create({ data: { ...sealedMail(message), userId } });
    const away = new Prisma.PrismaClientKnownRequestError("No turn in time", { code: "P2028", clientVersion: "" });
    const cannotRead = vi.spyOn(expand, "noticesOf").mockRejectedValue(away);
    onTestFinished(() => void cannotRead.mockRestore());
    await expect(deliver(id, { now: Date.now })).rejects.toBe(away);
    expect(await own.db.mail.findUniqueOrThrow({ where: { id } })).toMatchObject({ attempts: 0 });
  });

  test("that the server refuses for good, for its recipient or as it is, is not tried again", async () => {
    const recipient = await aMailServer({ onRcptTo: (_address, _session, done) => done(refusal(550, "No such user")) });
    const content = await aMailServer({ take: () => Promise.reject(refusal(554, "Not wanted")) });
    for (const server of [recipient, content]) {
      const { id, row } = await aWaitingMail(server);
      await deliver(id, { now: Date.now });
      expect([server.mails, await row()]).toEqual([[], null]);
    }
  });

  test("that the server can't take now, or whose sender or login it refuses, is tried again", async () => {
    const servers = [
      await aMailServer({ onRcptTo: (_address, _session, done) => done(refusal(450, "Later")) }),
      await aMailServer({ take: () => Promise.reject(refusal(452, "Disk full")) }),
      await aMailServer({ onMailFrom: (_address, _session, done) => done(refusal(550, "Who are you?")) }),
      await aMailServer({ onAuth: (_auth, _session, done) => done(refusal(535, "Wrong login")) }),
    ];
    for (const server of servers) {
      const { id, row } = await aWaitingMail(server);
      await deliver(id, { now: Date.now });
      expect(await row()).toMatchObject({ attempts: 1, leaseId: null });
      await own.db.mail.delete({ where: { id } });
    }
  });

  test("that was not taken within its time is late, whatever ended the attempt", async () => {
    const server = await aMailServer();
    Object.assign(own.settings, server.env);
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
    onTestFinished(() => timeout.mockRestore());
    const letter = { subject: "Late", heading: "Late", paragraphs: [], closing: [] };
    expect(await sendLetter({ id: randomUUID(), to: "ada@example.com", letter })).toEqual({
      state: "failed",
      code: "ETIMEDOUT",
    });
  });

  test("of a process that was killed while it sent is sent by another one once its lease has ended", async () => {
    const server = await aMailServer();
    const { id, email } = await aWaitingMail(server);
    const now = Date.now();
    const nextAttemptAt = new Date(now + leaseMs);
    await own.db.mail.update({ where: { id }, data: { leaseId: "another", nextAttemptAt } });
    await deliver(id, { now: () => now });
    expect(server.mails).toEqual([]);
    await deliver(id, { now: () => now + leaseMs });
    expect(server.mails.map(({ to }) => to)).toEqual([[email]]);
  });

  test("whose sending is cut off by a stop stays in the queue", async () => {
    const stopping = new AbortController();
    const server = await aMailServer({
      take: () => new Promise((resolve) => (stopping.abort(), setImmediate(resolve))),
    });
    const { id, row } = await aWaitingMail(server);
    await deliver(id, { now: Date.now, signal: stopping.signal });
    expect(await row()).toMatchObject({ attempts: 1, leaseId: null });
    await own.db.mail.delete({ where: { id } });
  });

  test("to an account that is gone is dropped", async () => {
    const server = await aMailServer();
    const { userId } = await aServiceVault(own);
    Object.assign(own.settings, server.env);
    const due: MailMessage = { kind: "digest", recipientId: "nobody", due: [], more: 1 };
    await own.db.$transaction((tx) => queueMail(tx, userId, due));
    const { id } = await own.db.mail.findFirstOrThrow({ where: { userId } });
    await deliver(id, { now: Date.now });
    expect([server.mails, await own.db.mail.count({ where: { id } })]).toEqual([[], 0]);
  });
});

test("a mail is due from when its cause happened", async () => {
  const { id } = await aWaitingMail(nowhere);
  const due = (ms: number) => own.reads.all(listDueMails, { nowAt: storedInstant(new Date(ms)), limit: 100 });
  expect((await due(Date.now())).map((mail) => mail.id)).toContain(id);
  expect((await due(Date.now() - hourMs)).map((mail) => mail.id)).not.toContain(id);
});

test("waits double from ten seconds up to an hour", () => {
  expect([1, 2, 3, 9, 10, 40, 5_000].map((attempts) => waitAfter(attempts, 0))).toEqual([
    10_000,
    20_000,
    40_000,
    2_560_000,
    hourMs,
    hourMs,
    hourMs,
  ]);
  expect(waitAfter(1, 1)).toBe(12_000);
});
