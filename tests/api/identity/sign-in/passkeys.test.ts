import { describe, expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import {
  beginPasskey,
  beginPasskeyReauthentication,
  beginPasskeySignIn,
  createPasskey,
  deletePasskey,
  listPasskeys,
  type PasskeyAssertion,
  reauthenticateWithPasskey,
  renamePasskey,
} from "@/lib/contracts/people/passkeys";
import { anonymous, aUser, password, signIn, type User } from "../../../support/callers/actors";
import { type AssertionFaults, Authenticator } from "../../../support/sign-in/authenticator";
import { Browser } from "../../../support/browser/browser-login";
import { isoInstant } from "../../../support/rows/fixtures";
import { whoIs } from "../../../support/oidc/oidc-journey";
import { send } from "../../../support/http/raw";
import { expectRenewed } from "../../../support/sign-in/renewed-session";
import { turnOnSecondFactor } from "../../../support/sign-in/second-factor";
import { changeSharedSigned } from "../../../support/vaults/shared-store";

const refused = { status: 400, code: "PASSKEY_REFUSED" };

async function aUserWithPasskey(): Promise<User & { authenticator: Authenticator; passkeyId: string }> {
  const user = await aUser();
  const authenticator = new Authenticator();
  const { id } = await authenticator.register(user.session, "Phone");
  return { ...user, authenticator, passkeyId: id };
}

const ageProofs = (userId: string) =>
  changeSharedSigned('UPDATE "Session" SET "provenAt" = ? WHERE "userId" = ?', [
    new Date(Date.now() - 3_600_000).toISOString().replace("Z", "+00:00"),
    userId,
  ]);
const makeKey = ({ session }: User) =>
  session.call(createAccessKey, { body: { name: "test", scopes: ["entries:read"] } });
const options = () => anonymous().call(beginPasskeySignIn);

/** Signs in with a passkey like a browser, and returns who is signed in. */
async function signInBy(credential: PasskeyAssertion | string, browser = new Browser()): Promise<string | undefined> {
  await browser.post("/api/auth/callback/passkey", {
    credential: typeof credential === "string" ? credential : JSON.stringify(credential),
  });
  return (await whoIs(browser))?.id;
}

describe("creating, naming and deleting passkeys", () => {
  test("a passkey is listed with useful facts, and nothing of its key", async () => {
    const { session, passkeyId } = await aUserWithPasskey();
    expect(await session.call(listPasskeys)).toEqual([
      { id: passkeyId, name: "Phone", createdAt: expect.stringMatching(isoInstant), lastUsedAt: null },
    ]);
    expect(await session.call(renamePasskey, { params: { id: passkeyId }, body: { name: "Tablet" } })).toMatchObject({
      id: passkeyId,
      name: "Tablet",
    });
  });

  test("a new passkey must verify its user, by PIN or biometrics, and must not exist already", async () => {
    const { session, authenticator, id } = await aUserWithPasskey();
    expect(await session.call(beginPasskey)).toMatchObject({
      rp: { id: "127.0.0.1" },
      user: { id: Buffer.from(id).toString("base64url") },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [{ id: authenticator.id }],
      attestation: "none",
      // EdDSA, ES256 and RS256 (COSE), and no other signature.
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: "public-key" })),
    });
  });

  test("a deleted passkey can no longer sign in", async () => {
    const { id, session, authenticator, passkeyId } = await aUserWithPasskey();
    expect(await signInBy(authenticator.assert(await options()))).toBe(id);
    await session.call(deletePasskey, { params: { id: passkeyId } });
    expect(await signInBy(authenticator.assert(await options()))).toBeUndefined();
  });

  test("the last sign-in method can't be removed", async () => {
    const { id, session, passkeyId } = await aUserWithPasskey();
    changeSharedSigned('UPDATE "User" SET "passwordHash" = NULL WHERE "id" = ?', [id]);
    await expect(session.call(deletePasskey, { params: { id: passkeyId } })).rejects.toMatchObject({
      status: 400,
      code: "LAST_SIGN_IN_METHOD",
    });
    expect(await session.call(listPasskeys)).toHaveLength(1);
  });

  test("creating and deleting require a recent re-authentication", async () => {
    const user = await aUserWithPasskey();
    const credential = new Authenticator().attest(await user.session.call(beginPasskey));
    ageProofs(user.id);
    const asked = { status: 403, code: "REAUTHENTICATION_REQUIRED" };
    await expect(user.session.call(beginPasskey)).rejects.toMatchObject(asked);
    await expect(user.session.call(createPasskey, { body: { name: "x", credential } })).rejects.toMatchObject(asked);
    await expect(user.session.call(deletePasskey, { params: { id: user.passkeyId } })).rejects.toMatchObject(asked);
  });

  const faults: [what: string, faults: AssertionFaults][] = [
    ["made on another site", { origin: "https://elsewhere.example" }],
    ["of another domain", { rpId: "elsewhere.example" }],
    ["made without PIN or biometry", { userVerified: false }],
    ["made as an answer to a sign-in", { type: "webauthn.get" }],
  ];

  test.for(faults)("a passkey %s is refused", async ([, fault]) => {
    const { session } = await aUser();
    const credential = new Authenticator().attest(await session.call(beginPasskey), fault);
    await expect(session.call(createPasskey, { body: { name: "x", credential } })).rejects.toMatchObject(refused);
    expect(await session.call(listPasskeys)).toEqual([]);
  });

  test("a creation challenge is valid once, in its own session", async () => {
    const [ada, eve] = [await aUser(), await aUser()];
    const challenge = await ada.session.call(beginPasskey);
    await expect(
      eve.session.call(createPasskey, { body: { name: "x", credential: new Authenticator().attest(challenge) } }),
    ).rejects.toMatchObject(refused);
    const credential = new Authenticator().attest(challenge);
    await ada.session.call(createPasskey, { body: { name: "x", credential } });
    await expect(
      ada.session.call(createPasskey, { body: { name: "x", credential: new Authenticator().attest(challenge) } }),
    ).rejects.toMatchObject(refused);
  });

  test("a session's challenges are counted: after twenty unused ones the user gets no more in any session; used ones don't count", async () => {
    const { email, session } = await aUser();
    const credential = new Authenticator().attest(await session.call(beginPasskey));
    await session.call(createPasskey, { body: { name: "Phone", credential } });
    for (let asked = 0; asked < 20; asked += 1)
      await session.call(asked % 2 === 0 ? beginPasskey : beginPasskeyReauthentication);
    for (const who of [session, await signIn(email, password)]) {
      for (const path of ["/api/account/passkeys/options", "/api/account/reauthentication/passkey/options"])
        expect(await send(who, "POST", path)).toMatchObject({ status: 429, json: { code: "TOO_MANY_ATTEMPTS" } });
    }
    expect(await (await aUser()).session.call(beginPasskeyReauthentication)).toMatchObject({
      challenge: expect.any(String),
    });
  });

  test("an authenticator's passkey belongs to one account", async () => {
    const { authenticator } = await aUserWithPasskey();
    await expect(authenticator.register((await aUser()).session)).rejects.toMatchObject(refused);
  });
});

describe("signing in with a passkey alone", () => {
  test("starts a session of that user, recently authenticated, and says so", async () => {
    const user = await aUserWithPasskey();
    const browser = new Browser();
    expect(await signInBy(user.authenticator.assert(await options()), browser)).toBe(user.id);
    expect(browser.sessionCookie()?.attributes).toEqual(expect.arrayContaining(["HttpOnly", "SameSite=Lax"]));
    expect((await user.session.call(listPasskeys))[0]?.lastUsedAt).toMatch(isoInstant);
    const sessions = (await (await browser.fetch("/api/account/sessions")).json()) as {
      method: string;
      current: boolean;
    }[];
    expect(sessions.find(({ current }) => current)?.method).toBe("passkey");
  });

  test("returns options that reveal nobody's passkeys and are new each time", async () => {
    const [first, second] = [await options(), await options()];
    expect(first).toEqual({
      rpId: "127.0.0.1",
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: expect.any(Number),
      userVerification: "required",
    });
    expect(second.challenge).not.toBe(first.challenge);
  });

  const faults: [what: string, faults: AssertionFaults][] = [
    ["signed for another site", { origin: "https://elsewhere.example" }],
    ["signed for another port", { origin: "http://127.0.0.1:1" }],
    ["signed for another domain", { rpId: "elsewhere.example" }],
    ["signed without PIN or biometry", { userVerified: false }],
    ["signed as the making of a passkey", { type: "webauthn.create" }],
    ["that names another user", { userHandle: "c29tZWJvZHkgZWxzZQ" }],
    ["of a copied authenticator, whose counter fell back", { counter: 1 }],
  ];

  test.for(faults)("refuses a response %s", async ([, fault]) => {
    const { authenticator } = await aUserWithPasskey();
    authenticator.counter = 4;
    expect(await signInBy(authenticator.assert(await options()))).toBeDefined();
    expect(await signInBy(authenticator.assert(await options(), fault))).toBeUndefined();
  });

  test("accepts a response once, even if it is sent twice at the same moment", async () => {
    const { id, authenticator } = await aUserWithPasskey();
    const credential = authenticator.assert(await options());
    const outcomes = await Promise.all([signInBy(credential), signInBy(credential), signInBy(credential)]);
    expect(outcomes.filter((outcome) => outcome === id)).toHaveLength(1);
    expect(await signInBy(credential)).toBeUndefined();
  });

  test("refuses a response to a challenge for another purpose, to an unknown one, and to an expired one", async () => {
    const { id, session, authenticator } = await aUserWithPasskey();
    expect(await signInBy(authenticator.assert(await session.call(beginPasskeyReauthentication)))).toBeUndefined();
    expect(await signInBy(authenticator.assert({ challenge: "A".repeat(43) }))).toBeUndefined();
    const late = await options();
    changeSharedSigned('UPDATE "OneTimeChallenge" SET "expiresAt" = ? WHERE "purpose" = ?', [
      new Date(Date.now() - 1).toISOString().replace("Z", "+00:00"),
      "passkey-sign-in",
    ]);
    expect(await signInBy(authenticator.assert(late))).toBeUndefined();
    expect(await signInBy(authenticator.assert(await options()))).toBe(id);
  });

  test.for(["", "{", "null", "[]", '{"id":1}', "x".repeat(15_000)])(
    "refuses %s in place of a response, without a server error",
    async (field) => {
      const browser = new Browser();
      const response = await browser.post("/api/auth/callback/passkey", { credential: field });
      expect(response.status).toBe(401);
    },
  );
});

describe("a passkey in place of the second factor's code", () => {
  test("signs in together with the password; somebody else's passkey does not", async () => {
    const [ada, eve] = [await aUserWithPasskey(), await aUserWithPasskey()];
    await turnOnSecondFactor(ada.session);
    const attempt = async (fields: Record<string, string>) => {
      const browser = new Browser();
      await browser.post("/api/auth/callback/credentials", { email: ada.email, password: ada.password, ...fields });
      return (await whoIs(browser))?.id;
    };
    expect(await attempt({})).toBeUndefined();
    expect(await attempt({ passkey: JSON.stringify(eve.authenticator.assert(await options())) })).toBeUndefined();
    expect(
      await attempt({
        passkey: JSON.stringify(ada.authenticator.assert(await options())),
        password: "not-the-password",
      }),
    ).toBeUndefined();
    expect(await attempt({ passkey: JSON.stringify(ada.authenticator.assert(await options())) })).toBe(ada.id);
  });
});

describe("re-authenticating with a passkey", () => {
  test("makes the authentication recent, and gives the session a new token", async () => {
    const user = await aUserWithPasskey();
    ageProofs(user.id);
    await expect(makeKey(user)).rejects.toMatchObject({ code: "REAUTHENTICATION_REQUIRED" });
    const credential = user.authenticator.assert(await user.session.call(beginPasskeyReauthentication));
    await expectRenewed(user.session, () => user.session.call(reauthenticateWithPasskey, { body: { credential } }));
    await makeKey(user);
    await expect(user.session.call(reauthenticateWithPasskey, { body: { credential } })).rejects.toMatchObject(refused);
  });

  test("fails with somebody else's passkey, or with a challenge of another session or purpose", async () => {
    const [ada, eve] = [await aUserWithPasskey(), await aUserWithPasskey()];
    ageProofs(ada.id);
    const ways = [
      eve.authenticator.assert(await ada.session.call(beginPasskeyReauthentication)),
      ada.authenticator.assert(await eve.session.call(beginPasskeyReauthentication)),
      ada.authenticator.assert(await options()),
    ];
    for (const credential of ways)
      await expect(ada.session.call(reauthenticateWithPasskey, { body: { credential } })).rejects.toMatchObject(
        refused,
      );
    await expect(makeKey(ada)).rejects.toMatchObject({ code: "REAUTHENTICATION_REQUIRED" });
  });
});
