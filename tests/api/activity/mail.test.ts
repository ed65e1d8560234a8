import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { changePassword, getAccount } from "@/lib/contracts/people/account";
import { createEntry, revealEntry } from "@/lib/contracts/vault/entries";
import { acceptInvitation, createInvitation } from "@/lib/contracts/people/invitations";
import { changeEmail, confirmEmail, getMailChoice, updateMailChoice } from "@/lib/contracts/people/mail";
import { createWebhook } from "@/lib/contracts/access/webhooks";
import { toldTo } from "../../support/callers/activity";
import { anonymous, aRegisteredUser, aUser, password, tryToSignIn, withKey } from "../../support/callers/actors";
import { aCategory } from "../../support/rows/fixtures";
import { aMailServer } from "../../support/servers/a-mail-server";
import { openMailServer, refusal, tokenIn } from "../../support/servers/mail-server";
import { aCertificate } from "../../support/programs/tls";
import { turnOnSecondFactor } from "../../support/sign-in/second-factor";
import { signingIn } from "../../support/sign-in/signing-in";
import { aMember, aTeam } from "../../support/callers/teams";
import { ownVaults } from "../../support/vaults/own-vaults";
import { aReceiver } from "../../support/servers/webhook-receiver";
import { describeOnce, testOnce } from "../../support/vaults/test-once";

const { aVault, aFolder } = ownVaults();
/** How often the server was asked to take a mail for somebody whom it does not know. */
let askedForGone = 0;
const server = await openMailServer({
  onRcptTo({ address }, _session, done) {
    if (address !== "gone@example.org") return done();
    askedForGone += 1;
    done(refusal(550, "No such user here"));
  },
});
afterAll(server.close);
const vault = await aVault({ env: { ...server.env, WEBHOOK_PRIVATE_ADDRESSES: "true" } });
const { baseUrl } = vault;
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0";
const newerFirefox = firefox.replaceAll("150.0", "151.0");
const subjects = (mails: readonly { subject: string }[]) => mails.map(({ subject }) => subject);

// A queue is looked at once a second: whoever waits for mails of their own waits beside others.
describe.concurrent("people are told by mail", () => {
  test("of a new browser, once; of the first sign-in and of a newer version, nothing", async () => {
    const { email } = await aRegisteredUser(baseUrl);
    const signInWith = (userAgent: string) =>
      tryToSignIn(email, password, baseUrl, { headers: { "User-Agent": userAgent } });
    await signInWith(firefox);
    await signInWith(newerFirefox);
    const [mail] = await server.got(email);
    expect(mail?.subject).toBe("New sign-in to your vault");
    expect(mail?.text).toContain("Firefox on Linux");
    expect(mail?.text).toContain("127.0.0.1");
    await signInWith("curl/8.5.0");
    expect((await server.got(email, 2)).map(({ text }) => /With: +(.*)/.exec(text)?.[1])).toEqual([
      "Firefox on Linux",
      "curl",
    ]);
  });

  test("of a password, a second factor, a canary and the end of a webhook; no mail holds a value", async (context) => {
    const { email, session } = await aRegisteredUser(baseUrl);
    const { id: categoryId } = await aCategory(session, { name: "Stripe" });
    const value = "not-a-real-value-of-stripe";
    const entry = await session.call(createEntry, { body: { categoryId, name: "billing", value } });
    await session.call(revealEntry, { params: { id: entry.id } });
    const { secret, recoveryCodes } = await turnOnSecondFactor(session);
    const newPassword = "another-not-real-password";
    await session.call(changePassword, { body: { currentPassword: password, newPassword } });
    const body = { name: "spare\u2019s key", scopes: ["entries:read" as const], canary: true };
    const { key } = await session.call(createAccessKey, { body });
    await expect(withKey(key, baseUrl).call(getAccount)).rejects.toMatchObject({ status: 401 });
    const receiver = await aReceiver((outgoing) => void outgoing.writeHead(410).end(), context);
    const webhook = { url: receiver.url, events: ["category.create"] };
    const { secret: signing } = await session.call(createWebhook, { body: webhook });
    await aCategory(session, { name: "Other" });
    const mails = await server.got(email, 4);
    expect(subjects(mails).sort()).toEqual([
      "A second factor was added",
      "Somebody tried the canary spare’s key",
      `The webhook to 127.0.0.1:${receiver.port} was disabled`,
      "Your password was changed",
    ]);
    const secrets = [value, secret, ...recoveryCodes, password, newPassword, key, signing, receiver.url];
    for (const { raw, text, html } of mails)
      for (const one of secrets) for (const form of [raw, text, html]) expect(form).not.toContain(one);
  });
});

describeOnce("an invitation that names an e-mail address", { concurrent: true }, () => {
  testOnce("is sent there, with a link that works; what names say can't become a header or a tag", async () => {
    const invited = await aUser(baseUrl);
    const name = '<b>Zahlungen</b> "ü", Bcc: eve@example.com';
    const team = await aTeam(baseUrl, name);
    const { session } = team.owner;
    const params = { id: team.id };
    const to = await session.call(createInvitation, { params, body: { role: "reader", email: invited.email } });
    const open = await session.call(createInvitation, { params, body: { role: "reader" } });
    expect([to.mailed, open.mailed]).toEqual([true, false]);
    const [mail] = await server.got(invited.email);
    expect(mail?.subject).toContain(name);
    expect(mail?.html).toContain("&lt;b&gt;Zahlungen&lt;/b&gt;");
    expect(mail?.to).toEqual([invited.email]);
    expect(mail?.raw).not.toMatch(/^bcc:/im);
    const token = tokenIn(mail ?? expect.fail("there is a mail"));
    expect(to.url.endsWith(token)).toBe(true);
    expect(await invited.session.call(acceptInvitation, { body: { token } })).toMatchObject({ id: team.id });
  });
});

test.concurrent("invitations that a person has mailed are limited; those that nobody is mailed are not", async () => {
  const team = await aTeam(baseUrl);
  const params = { id: team.id };
  const inviting = (email?: string) =>
    team.owner.session.call(createInvitation, { params, body: { role: "reader", ...(email && { email }) } });
  const strangers = Array.from({ length: 20 }, (_, index) => `stranger-${index}@example.org`);
  for (const stranger of strangers) await inviting(stranger);
  await expect(inviting("one-more@example.org")).rejects.toMatchObject({ status: 429, code: "TOO_MANY_ATTEMPTS" });
  expect(await inviting()).toMatchObject({ mailed: false });
  for (const stranger of strangers) await server.got(stranger);
});

describe.concurrent("another e-mail address", () => {
  test("is the account's once a link that was sent there is opened; the former one is told", async () => {
    const { email: former, session } = await aUser(baseUrl);
    const email = `${randomUUID()}@example.org`;
    await session.call(changeEmail, { body: { email } });
    const [mail] = await server.got(email);
    expect(subjects(await server.got(former))).toEqual(["A change of your e-mail address was requested"]);
    expect(await session.call(getAccount)).toMatchObject({ email: former });
    const token = tokenIn(mail ?? expect.fail("there is a mail"));
    const changed = token.replace(/\.(.)/, (_, first: string) => `.${first === "x" ? "y" : "x"}`);
    const nobody = anonymous(baseUrl);
    const refused = { status: 404, code: "EMAIL_LINK_NOT_FOUND" };
    await expect(nobody.call(confirmEmail, { body: { token: changed } })).rejects.toMatchObject(refused);
    await nobody.call(confirmEmail, { body: { token } });
    await expect(nobody.call(confirmEmail, { body: { token } })).rejects.toMatchObject(refused);
    expect(await session.call(getAccount)).toMatchObject({ email });
    expect(subjects(await server.got(former, 2))[1]).toBe("Your e-mail address was changed");
    expect(await signingIn(email, undefined, password, baseUrl)).toBe("in");
    expect(await signingIn(former, undefined, password, baseUrl)).toBe("CredentialsSignin");
    expect(await toldTo(session, "account.email")).toMatchObject([{ outcome: "done" }]);
    expect(vault.output()).not.toContain(token);
  });

  testOnce("can't be asked for where the vault sends no mail", async () => {
    const { session } = await aUser();
    const asked = session.call(changeEmail, { body: { email: "new@example.org" } });
    await expect(asked).rejects.toMatchObject({ status: 404, code: "MAIL_OFF" });
    expect(await session.call(getMailChoice)).toMatchObject({ available: false });
  });
});

// Those that count all mails, or look at the vault's whole output, run alone.
describe("people are told by mail", () => {
  test("of nothing that they turned off; of a team's canary, its owners alone", async () => {
    const before = server.mails.length;
    const team = await aTeam(baseUrl);
    const { owner } = team;
    const second = await aMember(team, { role: "owner" }, baseUrl);
    await aMember(team, { role: "reader" }, baseUrl);
    expect(await owner.session.call(getMailChoice)).toEqual({
      available: true,
      lostAt: null,
      signIns: true,
      account: true,
      canaries: true,
      webhooks: true,
      due: true,
    });
    const chosen = await owner.session.call(updateMailChoice, { body: { canaries: false, due: false } });
    expect(chosen).toMatchObject({ signIns: true, canaries: false, due: false });
    expect(await owner.session.call(updateMailChoice, { body: { due: true } })).toMatchObject({
      canaries: false,
      due: true,
    });
    expect(await toldTo(owner.session, "account.mail")).toHaveLength(2);
    const body = { name: "spare", scopes: ["entries:read" as const], canary: true };
    const { key } = await owner.at.call(createAccessKey, { body });
    await anonymous(baseUrl).fetch("/api/entries", { headers: { Authorization: `Bearer ${key}` } });
    const [mail] = await server.got(second.email);
    expect(mail?.subject).toBe("Somebody tried the canary spare");
    expect(mail?.text).toContain(team.name);
    expect(server.mails.slice(before).flatMap(({ to }) => to)).toEqual([second.email]);
  });
});

describe("another e-mail address", () => {
  test("that has an account gets no link, and the answer is the same", async () => {
    const before = server.mails.length;
    const [mine, other] = [await aUser(baseUrl), await aUser(baseUrl)];
    await mine.session.call(changeEmail, { body: { email: other.email } });
    await mine.session.call(changeEmail, { body: { email: `${randomUUID()}@example.org` } });
    await server.got(mine.email, 2);
    await expect.poll(() => server.mails.length).toBe(before + 3);
    expect(server.mails.flatMap(({ to }) => to)).not.toContain(other.email);
  });
});

describeOnce("a mail server", () => {
  testOnce("that speaks TLS from the start is believed by its certificate alone", async () => {
    const certificate = await aCertificate();
    const secure = await aMailServer({ ...certificate, secure: true });
    const trusted = path.join(aFolder(), "ca.pem");
    writeFileSync(trusted, certificate.cert);
    const unknown = await aVault({ env: secure.env });
    const known = await aVault({ env: { ...secure.env, NODE_EXTRA_CA_CERTS: trusted } });
    for (const at of [unknown, known]) {
      const { session } = await aUser(at.baseUrl);
      await session.call(changeEmail, { body: { email: "new@example.org" } });
    }
    await secure.got("new@example.org");
    await expect.poll(() => unknown.output()).toContain('"event":"mail-not-sent"');
    expect(secure.mails.filter(({ to }) => to.includes("new@example.org"))).toHaveLength(1);
  });

  testOnce("that knows no such recipient is asked once; what waits is sent after it", async () => {
    const { session } = await aUser(baseUrl);
    await session.call(changeEmail, { body: { email: "gone@example.org" } });
    await session.call(changeEmail, { body: { email: "here@example.org" } });
    await server.got("here@example.org");
    await expect.poll(() => vault.output()).toContain('"event":"mail-given-up"');
    expect(askedForGone).toBe(1);
    expect(vault.output()).not.toContain("gone@example.org");
  });
});
