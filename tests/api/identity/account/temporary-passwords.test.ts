import { describe, expect, test } from "vitest";
import { changePassword } from "@/lib/contracts/people/account";
import { listCategories } from "@/lib/contracts/vault/categories";
import { beginPasskeySignIn } from "@/lib/contracts/people/passkeys";
import {
  actor,
  anonymous,
  aUser,
  password as made,
  sharedBaseUrl,
  tryToSignIn,
  type User,
} from "../../../support/callers/actors";
import { Authenticator } from "../../../support/sign-in/authenticator";
import { Browser } from "../../../support/browser/browser-login";
import { refusedField, send } from "../../../support/http/raw";
import { freshCode, turnOnSecondFactor, wrongCode } from "../../../support/sign-in/second-factor";
import { changeSharedSigned, readSharedStore } from "../../../support/vaults/shared-store";

const own = "another-fake-password";
const hour = 3_600_000;

/** Leaves an account as the operator's command does, this many ms after it set a temporary password. */
function marked<U extends Pick<User, "id">>(user: U, ageMs = 0): U {
  expect(
    changeSharedSigned('UPDATE "User" SET "passwordMadeAt" = ? WHERE "id" = ?', [
      new Date(Date.now() - ageMs).toISOString().replace("Z", "+00:00"),
      user.id,
    ]),
  ).toBe(1);
  return user;
}
const aMadeUser = async (ageMs?: number) => marked(await aUser(), ageMs);
const madeAt = ({ id }: Pick<User, "id">) =>
  readSharedStore('SELECT "passwordMadeAt" AS "at" FROM "User" WHERE "id" = ?', [id])[0]?.["at"];

type Given = { code?: string; newPassword?: string; passkey?: string };

/** The result of a sign-in: "in" with its session, or status, code and field errors. */
async function entering({ email }: Pick<User, "email">, secret: string, given: Given = {}) {
  const { response, cookies } = await tryToSignIn(email, secret, sharedBaseUrl(), given);
  const cookie = cookies.find((line) => /session-token=./.test(line));
  const { url, code, details } = (await response.json()) as {
    url?: string;
    code?: string;
    details?: { path: string; message: string }[];
  };
  const refusal = code ?? new URL(url ?? "", sharedBaseUrl()).searchParams.get("error");
  expect(cookie === undefined).toBe(refusal !== null);
  return cookie === undefined
    ? { status: response.status, code: refusal, ...(details && { details }) }
    : { in: true, session: actor({ Cookie: cookie, Origin: sharedBaseUrl() }) };
}
const required = { status: 401, code: "NEW_PASSWORD_REQUIRED" };
const wrong = { status: 401, code: "CredentialsSignin" };
const inside = { in: true };

describe("a temporary password", () => {
  test("starts no session until the owner's own password comes with it, which then is the account's", async () => {
    const user = await aMadeUser();
    for (const newPassword of [undefined, ""])
      expect(await entering(user, made, { ...(newPassword !== undefined && { newPassword }) })).toEqual(required);
    expect(await entering(user, "not-the-password", { newPassword: own })).toEqual(wrong);
    const entered = await entering(user, made, { newPassword: own });
    expect(entered).toMatchObject(inside);
    expect(await entered.session?.call(listCategories)).toEqual([]);
    expect(madeAt(user)).toBeNull();
    expect(await entering(user, made)).toEqual(wrong);
    expect(await entering(user, made, { newPassword: own })).toEqual(wrong);
    expect(await entering(user, own)).toMatchObject(inside);
  });

  test("ends what was started with it when it is replaced, as any change does", async () => {
    const user = await aMadeUser();
    expect(await user.session.call(listCategories)).toEqual([]);
    await entering(user, made, { newPassword: own });
    await expect(user.session.call(listCategories)).rejects.toMatchObject({ status: 401 });
  });

  test.each([
    ["short", "xxxxxxxxx"],
    ["long", "x".repeat(201)],
    ["common", "1234567890"],
    ["words of the vault", "Secrets-Vault-2026"],
    ["the made one", made],
    ["the made one in another form", made.replace("n", "ｎ")],
  ])("can't be replaced by a password that the rules refuse: %s", async (_, newPassword) => {
    const user = await aMadeUser();
    expect(await entering(user, made, { newPassword })).toEqual({
      status: 400,
      code: "VALIDATION_ERROR",
      details: [{ path: "newPassword", message: expect.stringMatching(/\w/) }],
    });
    expect(madeAt(user)).not.toBeNull();
    expect(await entering(user, made, { newPassword: own })).toMatchObject(inside);
  });

  test("works for 24 hours; then whoever knows it is told to ask for a new one, and nobody else is", async () => {
    const [young, old] = [await aMadeUser(24 * hour - 60_000), await aMadeUser(24 * hour)];
    expect(await entering(young, made)).toEqual(required);
    for (const given of [{}, { newPassword: own }])
      expect(await entering(old, made, given)).toEqual({ status: 401, code: "TEMPORARY_PASSWORD_EXPIRED" });
    expect(await entering(old, "not-the-password", { newPassword: own })).toEqual(wrong);
    expect(await entering(young, made, { newPassword: own })).toMatchObject(inside);
  });

  test("is replaced once by two sign-ins at the same moment", async () => {
    const user = await aMadeUser();
    const ends = await Promise.all([1, 2].map((at) => entering(user, made, { newPassword: `${own}-${at}` })));
    expect(ends.filter((end) => "in" in end)).toHaveLength(1);
    expect(ends).toContainEqual(wrong);
    expect(await entering(user, `${own}-${"in" in (ends[0] ?? {}) ? 1 : 2}`)).toMatchObject(inside);
  });

  test("does not reset the count of failures before somebody has signed in with it", async () => {
    const user = await aMadeUser();
    for (let at = 0; at < 4; at += 1) expect(await entering(user, "not-the-password")).toEqual(wrong);
    expect(await entering(user, made)).toEqual(required);
    expect(await entering(user, made, { newPassword: "xxxxxxxxx" })).toMatchObject({ status: 400 });
    expect(await entering(user, "not-the-password")).toEqual(wrong);
    expect(await entering(user, made, { newPassword: own })).toMatchObject({ status: 429, code: "TOO_MANY_ATTEMPTS" });
  });
});

describe("with a second factor", () => {
  test("the new password is requested after the right code, which is accepted once more with the new password and then never again", async () => {
    const user = await aUser();
    const { secret, spentCode } = await turnOnSecondFactor(user.session);
    marked(user);
    const code = freshCode(secret);
    for (const given of [{}, { newPassword: own }])
      expect(await entering(user, made, given)).toEqual({ status: 401, code: "SECOND_FACTOR_REQUIRED" });
    for (const given of [{}, { newPassword: own }])
      expect(await entering(user, made, { ...given, code: wrongCode(secret) })).toEqual({
        status: 401,
        code: "SECOND_FACTOR_INVALID",
      });
    expect(await entering(user, made, { code: spentCode })).toEqual({
      status: 401,
      code: "SECOND_FACTOR_INVALID",
    });
    expect(await entering(user, made, { code })).toEqual(required);
    expect(await entering(user, made, { code, newPassword: "xxxxxxxxx" })).toMatchObject({ status: 400 });
    expect(await entering(user, made, { code, newPassword: own })).toMatchObject(inside);
    expect(await entering(user, own, { code })).toEqual({ status: 401, code: "SECOND_FACTOR_INVALID" });
  });

  test("a recovery code is spent with the new password, not before", async () => {
    const user = await aUser();
    const {
      recoveryCodes: [code = ""],
    } = await turnOnSecondFactor(user.session);
    marked(user);
    expect(await entering(user, made, { code })).toEqual(required);
    expect(await entering(user, made, { code, newPassword: own })).toMatchObject(inside);
    expect(await entering(user, own, { code })).toEqual({ status: 401, code: "SECOND_FACTOR_INVALID" });
  });

  test("a passkey works instead of the code", async () => {
    const user = await aUser();
    const authenticator = new Authenticator();
    await authenticator.register(user.session);
    await turnOnSecondFactor(user.session);
    marked(user);
    const passkey = async () => JSON.stringify(authenticator.assert(await anonymous().call(beginPasskeySignIn)));
    expect(await entering(user, made, { passkey: await passkey() })).toEqual(required);
    expect(await entering(user, made, { passkey: await passkey(), newPassword: own })).toMatchObject(inside);
  });
});

describe("in a session that was started without it", () => {
  test("a passkey signs in as usual, and the temporary password does not re-authenticate", async () => {
    const user = await aUser();
    const authenticator = new Authenticator();
    await authenticator.register(user.session);
    marked(user, 25 * hour);
    const browser = new Browser();
    await browser.post("/api/auth/callback/passkey", {
      credential: JSON.stringify(authenticator.assert(await anonymous().call(beginPasskeySignIn))),
    });
    const session = actor({ Cookie: browser.cookieHeader(), Origin: sharedBaseUrl() });
    expect(await session.call(listCategories)).toEqual([]);
    expect(await send(session, "POST", "/api/account/reauthentication", { password: made })).toMatchObject(
      refusedField("password"),
    );
    // The temporary password expires: deleting the passkey would remove the last sign-in method.
    const [passkey] = (await send(session, "GET", "/api/account/passkeys")).json as { id: string }[];
    expect(await send(session, "DELETE", `/api/account/passkeys/${passkey?.id}`)).toMatchObject({
      status: 400,
      json: { code: "LAST_SIGN_IN_METHOD" },
    });
  });

  test("it can be changed in the settings before it expires, and then is no longer temporary", async () => {
    const user = await aMadeUser();
    expect(
      await send(user.session, "POST", "/api/account/password", { currentPassword: made, newPassword: made }),
    ).toMatchObject(refusedField("newPassword"));
    marked(user, 24 * hour);
    expect(
      await send(user.session, "POST", "/api/account/password", { currentPassword: made, newPassword: own }),
    ).toMatchObject(refusedField("currentPassword"));
    marked(user);
    await user.session.call(changePassword, { body: { currentPassword: made, newPassword: own } });
    expect(madeAt(user)).toBeNull();
    expect(await entering(user, own)).toMatchObject(inside);
  });

  test("one's own password may be set again unchanged", async () => {
    const { session } = await aUser();
    await session.call(changePassword, { body: { currentPassword: made, newPassword: made } });
  });
});
