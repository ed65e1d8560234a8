import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { listIdentities, unlinkIdentity } from "@/lib/contracts/people/identities";
import { listSessions } from "@/lib/contracts/people/sessions";
import { asked, bySession, facts, toldOf, toldTo, wholeActivity } from "../../../support/callers/activity";
import { aUser } from "../../../support/callers/actors";
import { Browser } from "../../../support/browser/browser-login";
import { journey, seen, sessionOf, whoIs } from "../../../support/oidc/oidc-journey";
import { oidcVault } from "../../../support/oidc/oidc-vault";
import { freshCode, turnOnSecondFactor, wrongCode } from "../../../support/sign-in/second-factor";

const { provider, vault } = await oidcVault();

const aBrowser = () => new Browser({ "User-Agent": "node" }, vault.baseUrl);
const link = { intent: "link", callbackUrl: "/settings" };
const aRequestId = expect.stringMatching(/^[\da-f-]{36}$/) as string;

/** The id of the only session, as its owner sees it. */
const sessionIdOf = async (browser: Browser) =>
  (await sessionOf(browser).call(listSessions)).find(({ current }) => current)?.id;

test("an account that begins at a provider is told with its first sign-in, by one request; the next is a sign-in alone", async () => {
  const [browser, later] = [aBrowser(), aBrowser()];
  const subject = randomUUID();
  await journey(browser, { subject });
  const user = await whoIs(browser);
  const name = user?.name ?? user?.email ?? "";
  const by = { ...bySession({ id: user?.id ?? "" }, name), requestId: aRequestId };
  const signIn = async (of: Browser) => ({
    ...by,
    action: "session.sign-in",
    object: { kind: "session", id: await sessionIdOf(of), name: "oidc" },
  });
  const began = [
    await signIn(browser),
    { ...by, action: "account.register", object: { kind: "account", id: user?.id, name } },
  ];
  const told = await toldTo(sessionOf(browser));
  expect(told.map(facts)).toEqual(began);
  expect(new Set(told.map(({ requestId }) => requestId)).size).toBe(1);

  await journey(later, { subject });
  expect((await toldTo(sessionOf(later))).map(facts)).toEqual([await signIn(later), ...began]);
  expect(await wholeActivity(sessionOf(later))).not.toContain(subject);
});

test("an identity is told when it is linked and unlinked, once each, by its issuer and without its subject", async () => {
  const user = await aUser(vault.baseUrl);
  const [browser, subject] = [aBrowser(), randomUUID()];
  await browser.signIn(user.email, user.password);
  const session = sessionOf(browser);
  const before = (await toldTo(session)).map(facts);
  await journey(browser, { subject, fields: link });
  // It is linked already, and nothing happens.
  await journey(browser, { subject, fields: link });
  const [{ id = "" } = {}] = (await session.call(listIdentities)).identities;
  const { requestId } = await asked(session, unlinkIdentity, { params: { id } });
  const by = { ...bySession(user, user.email), object: { kind: "identity", id, name: provider.issuer } };
  expect((await toldTo(session)).map(facts)).toEqual([
    { ...by, action: "account.identity-unlink", requestId },
    { ...by, action: "account.identity-link", requestId: aRequestId },
    ...before,
  ]);
  expect(await wholeActivity(session)).not.toContain(subject);
});

test("an identity that is another's is told to neither", async () => {
  const subject = randomUUID();
  const [one, other] = [aBrowser(), aBrowser()];
  for (const browser of [one, other]) {
    const user = await aUser(vault.baseUrl);
    await browser.signIn(user.email, user.password);
  }
  await journey(one, { subject, fields: link });
  const [ones, others] = [await toldTo(sessionOf(one)), await toldTo(sessionOf(other))];
  expect(seen(await journey(other, { subject, fields: link })).error).toBe("IDENTITY_TAKEN");
  expect([await toldTo(sessionOf(one)), await toldTo(sessionOf(other))]).toEqual([ones, others]);
});

test("the second step after a provider is told: a wrong code as refused, a missing one not at all, the right one as the sign-in", async () => {
  const [first, browser] = [aBrowser(), aBrowser()];
  const subject = randomUUID();
  await journey(first, { subject });
  const user = await whoIs(first);
  const { secret } = await turnOnSecondFactor(sessionOf(first));
  const before = (await toldTo(sessionOf(first))).map(facts);

  expect((await journey(browser, { subject })).searchParams.get("step")).toBe("code");
  const send = async (fields: Record<string, string>) =>
    (await browser.post("/api/auth/callback/second-step", fields)).headers.get("X-Request-Id");
  await send({});
  const wrong = await send({ code: wrongCode(secret) });
  await toldOf(sessionOf(first), wrong);
  const right = await send({ code: freshCode(secret) });
  const by = { ...bySession({ id: user?.id ?? "" }, user?.name ?? user?.email ?? ""), action: "session.sign-in" };
  const session = (id: string | null | undefined) => ({ kind: "session", id, name: "oidc" });
  expect((await toldTo(sessionOf(browser))).map(facts)).toEqual([
    { ...by, object: session(await sessionIdOf(browser)), requestId: right },
    { ...by, object: session(null), outcome: "refused", requestId: wrong },
    ...before,
  ]);
});
