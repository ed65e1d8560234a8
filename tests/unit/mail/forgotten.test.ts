import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { askForPasswordLink } from "@/lib/identity/passwords/forgotten";
import { changeAccount, holdAccount } from "@/lib/identity/accounts/account-row";
import { addUser } from "@/lib/identity/accounts/users";
import { deliver } from "@/lib/mail/deliver";
import { aMailServer } from "../../support/servers/a-mail-server";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime({ SMTP_URL: "smtp://localhost:1", MAIL_FROM: "vault@example.com" });
});
afterAll(() => own.close());

test("whether or not there is an account, a request for a link writes the same; only an account with a password gets one", async () => {
  const server = await aMailServer();
  Object.assign(own.settings, server.env);
  const [known, without, unknown] = [0, 1, 2].map(() => `${randomUUID()}@example.com`) as [string, string, string];
  await addUser({ email: known, name: null, password: "not-a-real-password" });
  const other = await addUser({ email: without, name: null, password: "not-a-real-password" });
  const { rights, db } = own;
  const row = { id: other, email: without, passwordHash: null, passwordMadeAt: null, factors: "" };
  await db.user.update({ where: { id: other }, data: rights.sign("User", row) });
  for (const email of [known, without, unknown])
    await askForPasswordLink({ email }, { id: "request", address: "192.0.2.7", userAgent: null });
  const rows = await db.mail.findMany({ omit: { sealedMessage: false } });
  expect(rows.map(({ userId, sealedMessage }) => [userId, sealedMessage.length])).toEqual(
    [0, 1, 2].map(() => [null, rows[0]?.sealedMessage.length]),
  );
  expect(await db.oneTimeChallenge.count()).toBe(0);
  for (const { id } of rows) await deliver(id, { now: Date.now });
  expect(server.mails.map(({ to }) => to)).toEqual([[known]]);
  expect([await db.mail.count(), await db.oneTimeChallenge.count()]).toEqual([0, 1]);
});

test("a link for the former address is neither made nor sent if the address changes while its mail is written", async () => {
  const server = await aMailServer();
  Object.assign(own.settings, server.env);
  const { db } = own;
  const former = `${randomUUID()}@example.com`;
  const id = await addUser({ email: former, name: null, password: "not-a-real-password" });
  await askForPasswordLink({ email: former }, { id: "request", address: "192.0.2.8", userAgent: null });
  const { id: mailId } = await db.mail.findFirstOrThrow();
  // Right after the account was looked up, its owner confirms another address, which ends all links.
  const find = db.user.findUnique.bind(db.user) as (given: object) => Promise<unknown>;
  const meanwhile = vi.spyOn(db.user, "findUnique").mockImplementationOnce((async (given: object) => {
    const found = await find(given);
    await db.$transaction(async (tx) => {
      const held = (await holdAccount(tx, id)) ?? expect.fail("the account is genuine");
      await changeAccount(tx, held, { email: `${randomUUID()}@example.com` });
    });
    return found;
  }) as never);
  await deliver(mailId, { now: Date.now });
  meanwhile.mockRestore();
  expect(server.mails).toEqual([]);
  expect(await db.oneTimeChallenge.count({ where: { userId: id } })).toBe(0);
});
