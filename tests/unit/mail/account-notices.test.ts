import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { updateMailChoice } from "@/lib/identity/accounts/mail-choice";
import { addUser } from "@/lib/identity/accounts/users";
import { linkIdentity } from "@/lib/identity/identities";
import { beginSecondFactor, confirmSecondFactor, replaceRecoveryCodes } from "@/lib/identity/second-factor";
import { deliver } from "@/lib/mail/deliver";
import { aMailServer } from "../../support/servers/a-mail-server";
import { openSession } from "../../support/sign-in/open-session";
import { codeAt } from "../../support/sign-in/second-factor";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => {
  own = await openOwnRuntime({ SMTP_URL: "smtp://localhost:1", MAIL_FROM: "vault@example.com" });
});
afterAll(() => own.close());

async function aPerson() {
  const server = await aMailServer();
  Object.assign(own.settings, server.env);
  const email = `${randomUUID()}@example.com`;
  const userId = await addUser({ email, name: null, password: "not-a-real-password" });
  const caller = await openSession(userId);
  /** Sends what waits, records included, and returns what came since the last time. */
  const told = async () => {
    const before = server.mails.length;
    for (;;) {
      const waiting = await own.db.mail.findMany({ where: { userId } });
      if (waiting.length === 0) break;
      for (const { id } of waiting) await deliver(id, { now: Date.now });
    }
    const mails = server.mails.slice(before);
    expect(mails.flatMap(({ to }) => to)).toEqual(mails.map(() => email));
    return mails;
  };
  await told();
  return { caller, told };
}
const subjects = (mails: readonly { subject: string }[]) => mails.map(({ subject }) => subject);

test("a person is told of an identity that was linked and of new recovery codes: both let somebody in", async () => {
  const { caller, told } = await aPerson();
  await linkIdentity(caller, { issuer: "https://login.example.com", subject: randomUUID() });
  const [linked, ...none] = await told();
  expect([linked?.subject, none]).toEqual(["An identity was linked", []]);
  expect(linked?.text).toContain("https://login.example.com");
  const { secret } = await beginSecondFactor(caller);
  await confirmSecondFactor(caller, { code: codeAt(secret) });
  const { recoveryCodes } = await replaceRecoveryCodes(caller);
  const mails = await told();
  expect(subjects(mails)).toEqual(["A second factor was added", "New recovery codes were created"]);
  for (const code of recoveryCodes) for (const { raw } of mails) expect(raw).not.toContain(code);
});

test("who turns off notices of sign-ins or of the account is told so, whatever is off by then; of other notices nobody is", async () => {
  const { caller, told } = await aPerson();
  await updateMailChoice(caller, { due: false, canaries: false });
  expect(await told()).toEqual([]);
  for (const kind of ["account", "signIns"] as const) {
    await updateMailChoice(caller, { [kind]: false });
    const [mail, ...none] = await told();
    expect([mail?.subject, none]).toEqual(["E-mail notices were turned off", []]);
    // Those that stay off, and those that are turned on again, tell nothing.
    await updateMailChoice(caller, { [kind]: false });
  }
  await updateMailChoice(caller, { account: true, signIns: true });
  expect(await told()).toEqual([]);
});

test("a session that turns notices off again and again sends five mails an hour and no more", async () => {
  const { caller, told } = await aPerson();
  for (let at = 0; at < 8; at += 1) for (const account of [false, true]) await updateMailChoice(caller, { account });
  expect(subjects(await told())).toEqual(Array(5).fill("E-mail notices were turned off"));
});
