import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SessionCaller } from "@/lib/auth/caller";
import { findMailLink } from "@/lib/auth/mail/mail-links";
import { queueMail } from "@/lib/auth/mail/mail-outbox";
import { askForEmail } from "@/lib/identity/accounts/email-change";
import { changePassword } from "@/lib/identity/passwords";
import { endOtherSessions, endSession } from "@/lib/identity/sessions";
import { addUser } from "@/lib/identity/accounts/users";
import { deliver } from "@/lib/mail/deliver";
import { aMailServer } from "../../support/servers/a-mail-server";
import { tokenIn } from "../../support/servers/mail-server";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime({ SMTP_URL: "smtp://localhost:1", MAIL_FROM: "vault@example.com" });
});
afterAll(() => own.close());

const password = "not-a-real-password";

/** An account that asked for another address, in a session of its own or in one that somebody stole. */
async function anAsker() {
  const userId = await addUser({ email: `${randomUUID()}@example.com`, name: null, password });
  const now = Date.now();
  const session = { userId, method: "password", provenAt: new Date(now), expiresAt: new Date(now + 60_000) };
  const ids = [randomUUID(), randomUUID()] as const;
  for (const id of ids) await own.db.session.create({ data: { ...session, id, tokenHash: id } });
  const callerOf = (sessionId: string): SessionCaller => ({
    kind: "session",
    userId,
    sessionId,
    provenAt: new Date(),
    request: { id: "request", address: null, userAgent: null },
  });
  const email = `${randomUUID()}@example.org`;
  await askForEmail(callerOf(ids[1]), { email });
  return { owner: callerOf(ids[0]), stolenId: ids[1], userId, email };
}

const endings = {
  "the password is changed": ({ owner }) =>
    changePassword(owner, { currentPassword: password, newPassword: "another-not-real-password" }),
  "all other sessions end": ({ owner }) => endOtherSessions(owner),
  "another session ends": ({ owner, stolenId }) => endSession(owner, stolenId),
} satisfies Record<string, (asker: Awaited<ReturnType<typeof anAsker>>) => Promise<unknown>>;

test.each(Object.entries(endings))(
  "a link for another address ends when %s, and is not sent if its mail still waits",
  async (_, end) => {
    const server = await aMailServer();
    Object.assign(own.settings, server.env);
    const [sent, waiting] = [await anAsker(), await anAsker()];
    const deliverTo = async ({ userId }: { userId: string }) => {
      for (const { id } of await own.db.mail.findMany({ where: { userId } })) await deliver(id, { now: Date.now });
    };
    await deliverTo(sent);
    const token = tokenIn(server.mails.find(({ to }) => to.includes(sent.email)) ?? expect.fail("there is a mail"));
    expect(await findMailLink(own.db, "confirm-email", token)).toMatchObject({ userId: sent.userId, text: sent.email });
    for (const asker of [sent, waiting]) await end(asker);
    expect(await findMailLink(own.db, "confirm-email", token)).toBeNull();
    await deliverTo(waiting);
    expect(server.mails.flatMap(({ to }) => to)).not.toContain(waiting.email);
  },
);

test("a mail that a former release queued, without a token, is sent with one that works", async () => {
  const server = await aMailServer();
  Object.assign(own.settings, server.env);
  const { userId, email } = await anAsker();
  await own.db.mail.deleteMany({ where: { userId } });
  await own.db.$transaction((tx) => queueMail(tx, userId, { kind: "confirm-email", recipientId: userId, email }));
  for (const { id } of await own.db.mail.findMany({ where: { userId } })) await deliver(id, { now: Date.now });
  const mail = server.mails.find(({ to }) => to.includes(email)) ?? expect.fail("there is a mail");
  expect(await findMailLink(own.db, "confirm-email", tokenIn(mail))).toMatchObject({ userId, text: email });
  expect(await own.db.mail.count({ where: { userId } })).toBe(0);
});

test("a session that has ended meanwhile asks for no other address", async () => {
  const { owner, stolenId, userId } = await anAsker();
  await endSession(owner, stolenId);
  const before = await own.db.mail.count({ where: { userId } });
  const asked = askForEmail({ ...owner, sessionId: stolenId }, { email: `${randomUUID()}@example.org` });
  await expect(asked).rejects.toMatchObject({ code: "AUTH_REQUIRED" });
  expect(await own.db.mail.count({ where: { userId } })).toBe(before);
});
