import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { getAccount } from "@/lib/contracts/people/account";
import type { ContractSpec } from "@/lib/contracts/contract";
import { listEntries } from "@/lib/contracts/vault/entries";
import { createEnvProject } from "@/lib/contracts/vault/envs";
import { beginPasskeySignIn, deletePasskey } from "@/lib/contracts/people/passkeys";
import { beginSecondFactor, removeSecondFactor } from "@/lib/contracts/people/second-factor";
import { type Actor, actor, anonymous, aUser, aUserWithKey, signIn, withKey } from "../../../support/callers/actors";
import { Authenticator } from "../../../support/sign-in/authenticator";
import { Browser } from "../../../support/browser/browser-login";
import { beginOidc, journey, seen, sessionOf } from "../../../support/oidc/oidc-journey";
import { startOidcProvider } from "../../../support/oidc/oidc-provider";
import { operation } from "../../../support/http/operations";
import { ownVaults } from "../../../support/vaults/own-vaults";
import { send } from "../../../support/http/raw";
import { codeAt, freshCode, turnOnSecondFactor } from "../../../support/sign-in/second-factor";
import { manyFailures } from "../../../support/vaults/server";

const { aFolder, aVault } = ownVaults();
const required = { ...manyFailures, AUTH_SECOND_FACTOR: "required" };
const vault = await aVault({ env: required });

const guarded = contracts.filter(({ access }) => access !== "public");
const always = [
  "beginPasskeyReauthentication",
  "getAccount",
  "listIdentities",
  "listPasskeys",
  "listSessions",
  "reauthenticate",
  "reauthenticateWithPasskey",
];
const toSetUp = ["beginPasskey", "beginSecondFactor", "confirmSecondFactor", "createPasskey"];

/** Those operations for signed-in users that a session may use although it lacks a second factor. */
async function openTo(session: Actor, asked: readonly ContractSpec[] = guarded): Promise<string[]> {
  const open: string[] = [];
  for (const contract of asked) {
    const { path, init } = operation(contract);
    const answer = await session.fetch(path, init);
    const { code } = answer.status < 400 ? { code: undefined } : ((await answer.json()) as { code?: string });
    expect([contract.id, answer.status === 403]).toEqual([contract.id, code === "SECOND_FACTOR_MISSING"]);
    if (code !== "SECOND_FACTOR_MISSING") open.push(contract.id);
  }
  return open.sort();
}

/** All except those that would end the session in between. */
const harmless = guarded.filter(({ id }) => !["deleteAccount", "changePassword"].includes(id));

/** A session that began with a passkey. */
async function byPasskey(authenticator: Authenticator, baseUrl = vault.baseUrl): Promise<Actor> {
  const browser = new Browser({}, baseUrl);
  await browser.post("/api/auth/callback/passkey", {
    credential: JSON.stringify(authenticator.assert(await anonymous(baseUrl).call(beginPasskeySignIn))),
  });
  return sessionOf(browser);
}

async function aUserWithPasskey(baseUrl = vault.baseUrl) {
  const user = await aUser(baseUrl);
  const authenticator = new Authenticator(baseUrl);
  const { id: passkeyId } = await authenticator.register(user.session);
  return { ...user, authenticator, passkeyId };
}

describe("a vault that requires a second factor", () => {
  test("lets a session without one set one up and see the account, and nothing else", async () => {
    const { session } = await aUser(vault.baseUrl);
    expect(await openTo(session)).toEqual([...always, ...toSetUp].sort());
  });

  test("exempts only what contracts say, and a new contract is not exempt", () => {
    const named = (kind: ContractSpec["mfaExempt"]) =>
      contracts.filter(({ access, mfaExempt }) => access !== "public" && mfaExempt === kind).map(({ id }) => id);
    expect([named("any").sort(), named("set-up").sort()]).toEqual([always, toSetUp]);
    expect(named(undefined)).toHaveLength(guarded.length - always.length - toSetUp.length);
  });

  test("gives full access to the session that turns it on, and to each that signs in with it", async () => {
    const { email, password, session } = await aUser(vault.baseUrl);
    const { secret } = await turnOnSecondFactor(session);
    expect(await openTo(session, harmless)).toHaveLength(harmless.length);
    const next = await signIn(email, password, vault.baseUrl, { code: freshCode(secret) });
    expect(await next.call(listEntries)).toEqual([]);
  });

  test("gives no access while the set-up is unfinished", async () => {
    const { session } = await aUser(vault.baseUrl);
    const { secret } = await session.call(beginSecondFactor);
    await expect(session.call(listEntries)).rejects.toMatchObject({ status: 403, code: "SECOND_FACTOR_MISSING" });
    await send(session, "POST", "/api/account/second-factor/confirm", { code: codeAt(secret, 9) });
    await expect(session.call(listEntries)).rejects.toMatchObject({ status: 403, code: "SECOND_FACTOR_MISSING" });
  });

  test("accepts a passkey that signs in; the password alone then gives no access and sets up no other factor", async () => {
    const { email, password, authenticator } = await aUserWithPasskey();
    const session = await signIn(email, password, vault.baseUrl);
    expect(await openTo(session)).toEqual(always);
    expect(await openTo(await byPasskey(authenticator), harmless)).toHaveLength(harmless.length);
  });

  test("does not let it be turned off, nor the last passkey be deleted if it is the factor", async () => {
    const { session } = await aUser(vault.baseUrl);
    await turnOnSecondFactor(session);
    await expect(session.call(removeSecondFactor)).rejects.toMatchObject({
      status: 409,
      code: "SECOND_FACTOR_MANDATORY",
    });
    expect(await session.call(getAccount)).toMatchObject({ secondFactor: true, recoveryCodesLeft: 10 });
    const { authenticator, passkeyId } = await aUserWithPasskey();
    const full = await byPasskey(authenticator);
    await expect(full.call(deletePasskey, { params: { id: passkeyId } })).rejects.toMatchObject({
      status: 409,
      code: "SECOND_FACTOR_MANDATORY",
    });
    await turnOnSecondFactor(full);
    await full.call(deletePasskey, { params: { id: passkeyId } });
  });

  test("shows nothing on pages that the API withholds", async () => {
    const dataDir = aFolder();
    const before = await aVault({ dataDir });
    const { session } = await aUser(before.baseUrl);
    const { data: project } = await session.call(createEnvProject, { body: { name: "billing" } });
    await before.stop();
    const { baseUrl } = await aVault({ dataDir, env: required });
    const page = async () => (await fetch(`${baseUrl}/envs/${project.id}`, { headers: session.headers })).text();
    expect(await page()).not.toContain("billing");
    await turnOnSecondFactor(actor(Object.assign(session.headers, { Origin: baseUrl }), baseUrl));
    expect(await page()).toContain("<title>billing · Secrets Vault</title>");
  });

  test("lets existing access keys work; new ones need a session with a second factor, and so do existing sessions", async () => {
    const dataDir = aFolder();
    const before = await aVault({ dataDir });
    const { session, accessKey } = await aUserWithKey({ baseUrl: before.baseUrl });
    await before.stop();
    const { baseUrl } = await aVault({ dataDir, env: required });
    expect(await withKey(accessKey.key, baseUrl).call(listEntries)).toEqual([]);
    const still = actor({ ...session.headers, Origin: baseUrl }, baseUrl);
    await expect(
      still.call(createAccessKey, { body: { name: "test", scopes: ["entries:read"] } }),
    ).rejects.toMatchObject({ status: 403, code: "SECOND_FACTOR_MISSING" });
    await turnOnSecondFactor(still);
    await still.call(createAccessKey, { body: { name: "test", scopes: ["entries:read"] } });
  });

  test("treats a sign-in at the provider like a password, and links no other identity before the factor", async () => {
    const provider = await startOidcProvider();
    try {
      const { baseUrl } = await aVault({ env: { ...provider.env, ...required } });
      const browser = new Browser({}, baseUrl);
      await journey(browser, { subject: randomUUID() });
      const session = sessionOf(browser);
      expect(await session.call(getAccount)).toMatchObject({ methods: ["oidc"] });
      await expect(session.call(listEntries)).rejects.toMatchObject({ status: 403, code: "SECOND_FACTOR_MISSING" });
      expect(seen(new URL(await beginOidc(browser, { intent: "link", callbackUrl: "/settings" }), baseUrl))).toEqual({
        pathname: "/settings",
        error: "SECOND_FACTOR_MISSING",
      });
      await turnOnSecondFactor(session);
      expect(await session.call(listEntries)).toEqual([]);
      expect(
        seen(await journey(browser, { subject: randomUUID(), fields: { intent: "link", callbackUrl: "/settings" } })),
      ).toEqual({ pathname: "/settings", error: null });
    } finally {
      await provider.stop();
    }
  });

  test("does not count passkeys where they can't sign in", async () => {
    const dataDir = aFolder();
    const before = await aVault({ dataDir });
    const { session } = await aUserWithPasskey(before.baseUrl);
    await before.stop();
    const { baseUrl } = await aVault({ dataDir, env: { ...required, AUTH_PASSWORD_LOGIN: "false" } });
    const still = actor({ ...session.headers, Origin: baseUrl }, baseUrl);
    await expect(still.call(listEntries)).rejects.toMatchObject({ status: 403 });
    await turnOnSecondFactor(still);
    expect(await still.call(listEntries)).toEqual([]);
  });
});

test("where a second factor is optional, nobody is asked for one", async () => {
  const { session } = await aUser();
  expect(await openTo(session, harmless)).toHaveLength(harmless.length);
});
