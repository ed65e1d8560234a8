import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { changePassword, deleteAccount, reauthenticate, register, updateAccount } from "@/lib/contracts/people/account";
import type { Action } from "@/lib/contracts/access/actions";
import { listMembers } from "@/lib/contracts/people/members";
import { createPasskey, beginPasskey, deletePasskey, renamePasskey } from "@/lib/contracts/people/passkeys";
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  replaceRecoveryCodes,
} from "@/lib/contracts/people/second-factor";
import { endOtherSessions, endSession, listSessions } from "@/lib/contracts/people/sessions";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { asked, bySession, facts, toldOf, toldTo, wholeActivity } from "../../../support/callers/activity";
import {
  actor,
  anonymous,
  aUser,
  password,
  sharedBaseUrl,
  signIn,
  tryToSignIn,
  type User,
} from "../../../support/callers/actors";
import { Authenticator } from "../../../support/sign-in/authenticator";
import { Browser } from "../../../support/browser/browser-login";
import { codeAt, freshCode, turnOnSecondFactor, wrongCode } from "../../../support/sign-in/second-factor";
import { aMember, aTeam, invite } from "../../../support/callers/teams";
import { changeSharedSigned, readSharedStore } from "../../../support/vaults/shared-store";

const countOf = (requestId: string | null) =>
  readSharedStore('SELECT "id" FROM "Activity" WHERE "requestId" = ?', [requestId]).length;
const idOf = ({ response }: { response: Response }) => response.headers.get("X-Request-Id");
const account = ({ id }: { id: string }, name: string) => ({ kind: "account", id, name });

describe("what a person does to their account", () => {
  test("is told once each, with who, from where, by which request and to what, and without any secret", async () => {
    const user = await aUser();
    const { session } = user;
    const [second, third] = [`not-a-real-${randomUUID()}`, `not-a-real-${randomUUID()}`];
    const secrets = [password, second, third];
    const before = await toldTo(session);
    const expected: object[] = [];
    let name = user.email;
    const told = (action: Action, requestId: string | null, object: object = account(user, name)) =>
      expected.unshift({ ...bySession(user, name), action, object, requestId });

    const update = await asked(session, updateAccount, { body: { name: "Ada" } });
    told("account.update", update.requestId);
    name = "Ada";
    const changed = await asked(session, changePassword, { body: { currentPassword: password, newPassword: second } });
    told("account.password", changed.requestId);

    const { secret } = await session.call(beginSecondFactor);
    const on = await asked(session, confirmSecondFactor, { body: { code: codeAt(secret) } });
    told("account.second-factor-on", on.requestId);
    const codes = await asked(session, replaceRecoveryCodes);
    told("account.recovery-codes", codes.requestId);
    const [recoveryCode = ""] = codes.output.recoveryCodes;
    secrets.push(secret, ...on.output.recoveryCodes, ...codes.output.recoveryCodes);

    const [{ id: sessionId = "" } = {}] = await session.call(listSessions);
    const confirmed = await asked(session, reauthenticate, { body: { password: second, code: recoveryCode } });
    told("session.confirm", confirmed.requestId, { kind: "session", id: sessionId, name: "password" });
    told("account.second-factor-off", (await asked(session, removeSecondFactor)).requestId);
    // It is off already, and nothing happens.
    await session.call(removeSecondFactor);

    const authenticator = new Authenticator();
    const credential = authenticator.attest(await session.call(beginPasskey));
    const added = await asked(session, createPasskey, { body: { name: "Phone", credential } });
    const { id } = added.output;
    told("account.passkey-add", added.requestId, { kind: "passkey", id, name: "Phone" });
    const renamed = await asked(session, renamePasskey, { params: { id }, body: { name: "Tablet" } });
    told("account.passkey-rename", renamed.requestId, { kind: "passkey", id, name: "Tablet" });
    const removed = await asked(session, deletePasskey, { params: { id } });
    told("account.passkey-remove", removed.requestId, { kind: "passkey", id, name: "Tablet" });

    expect((await toldTo(session)).map(facts)).toEqual([...expected, ...before.map(facts)]);
    const text = await wholeActivity(session);
    expect(secrets.filter((one) => text.includes(one))).toEqual([]);
    expect(text.split("\n").filter(Boolean)).toHaveLength(expected.length + before.length);
  });

  test("is not told if it fails", async () => {
    const { session } = await aUser();
    const before = await toldTo(session);
    await expect(
      session.call(changePassword, { body: { currentPassword: "not-the-password", newPassword: "another-fake-one" } }),
    ).rejects.toMatchObject({ status: 400 });
    await expect(session.call(deletePasskey, { params: { id: randomUUID() } })).rejects.toMatchObject({ status: 404 });
    await expect(session.call(endSession, { params: { id: randomUUID() } })).rejects.toMatchObject({ status: 404 });
    await expect(session.call(replaceRecoveryCodes)).rejects.toMatchObject({ status: 409 });
    expect(await toldTo(session)).toEqual(before);
  });

  test("its end is told to the teams that live on, with the access keys that went with it", async () => {
    const team = await aTeam();
    const member = await aMember(team);
    const key = await member.at.call(createAccessKey, { body: { name: "CI", scopes: ["entries:read"] } });
    const { requestId } = await asked(member.session, deleteAccount, { body: { email: member.email } });
    const by = { ...bySession(member, member.email), requestId };
    expect((await toldOf(team.owner.at, requestId)).map(facts)).toEqual([
      { ...by, action: "access-key.revoke", object: { kind: "access-key", id: key.id, name: "CI" } },
      { ...by, action: "member.remove", object: { kind: "member", id: member.id, name: member.email } },
    ]);
    expect((await team.owner.session.call(listMembers, { params: { id: team.id } })).length).toBe(1);
  });
});

describe("an account and its sessions", () => {
  const registered = async (invitation?: string) => {
    const email = `${randomUUID()}@example.com`;
    const { output, requestId } = await asked(anonymous(), register, {
      body: { email, password, name: "Grace", ...(invitation && { invitation }) },
    });
    return { user: output, email, requestId };
  };

  test("begin, are signed in to and out of, each told with its request", async () => {
    const { user, email, requestId } = await registered();
    const browser = new Browser();
    const signedIn = idOf({ response: await browser.signIn(email, password) });
    const session = actor({ Cookie: browser.cookieHeader(), Origin: sharedBaseUrl() });
    const [{ id = "" } = {}] = await session.call(listSessions);
    const by = bySession(user, "Grace");
    const began = [
      { ...by, action: "session.sign-in", object: { kind: "session", id, name: "password" }, requestId: signedIn },
      { ...by, action: "account.register", object: account(user, "Grace"), requestId },
    ];
    expect((await toldTo(session)).map(facts)).toEqual(began);

    const signedOut = idOf({ response: await browser.signOut() });
    const again = await signIn(email, password);
    const [, out] = await toldTo(again);
    expect(out && facts(out)).toEqual({
      ...by,
      action: "session.sign-out",
      object: { kind: "session", id, name: "password" },
      requestId: signedOut,
    });
    expect(signedOut).toMatch(/^[\da-f-]{36}$/);
  });

  test("a browser's former session, which a new sign-in replaces, has not been signed out of", async () => {
    const { session, email } = await aUser();
    await tryToSignIn(email, password, sharedBaseUrl(), { headers: session.headers });
    const again = await signIn(email, password);
    expect(await toldTo(again, "session.sign-out")).toEqual([]);
  });

  test("an account that accepts an invitation is told in its own vault and in the team's", async () => {
    const team = await aTeam();
    const { user, requestId } = await registered(await invite(team));
    const by = { ...bySession(user, "Grace"), requestId };
    expect((await toldOf(team.owner.at, requestId)).map(facts)).toEqual([
      { ...by, action: "member.join", object: { kind: "member", id: user.id, name: "Grace" } },
    ]);
  });

  test("others that are ended are told, one by its id, all as one", async () => {
    const user = await aUser();
    await signIn(user.email, password);
    const other = (await user.session.call(listSessions)).find(({ current }) => !current)?.id ?? "";
    const one = await asked(user.session, endSession, { params: { id: other } });
    await signIn(user.email, password);
    const all = await asked(user.session, endOtherSessions);
    // There are none any more.
    await user.session.call(endOtherSessions);
    const ended = (await toldTo(user.session)).filter(({ action }) => action.startsWith("session.end"));
    const by = bySession(user, user.email);
    expect(ended.map(facts)).toEqual([
      {
        ...by,
        action: "session.end-others",
        object: { kind: "session", id: null, name: null },
        requestId: all.requestId,
      },
      {
        ...by,
        action: "session.end",
        object: { kind: "session", id: other, name: "password" },
        requestId: one.requestId,
      },
    ]);
  });
});

// Each waits for what is written a moment after the answer, and looks at its own users alone: they wait together.
describe.concurrent("a refused sign-in", () => {
  const from = { "User-Agent": "Example/7" };
  const trying = (user: Pick<User, "email">, secret: string, given: object = {}) =>
    tryToSignIn(user.email, secret, sharedBaseUrl(), { headers: from, ...given });
  const refusal = (user: User, method: string, requestId: string | null) => ({
    ...bySession(user, user.email),
    userAgent: "Example/7",
    action: "session.sign-in",
    object: { kind: "session", id: null, name: method },
    outcome: "refused",
    requestId,
  });

  test("by a wrong password is told to the account's owner, from where it came, without the password", async () => {
    const user = await aUser();
    const secret = `not-a-real-${randomUUID()}`;
    const requestId = idOf(await trying(user, secret));
    expect((await toldOf(user.session, requestId)).map(facts)).toEqual([refusal(user, "password", requestId)]);
    expect(await wholeActivity(user.session)).not.toContain(secret);
  });

  test("is told to nobody if there is no such account", async () => {
    const unknown = idOf(await trying({ email: `${randomUUID()}@example.com` }, password));
    const user = await aUser();
    await toldOf(user.session, idOf(await trying(user, "not-the-password")));
    expect(unknown).toMatch(/^[\da-f-]{36}$/);
    expect(countOf(unknown)).toBe(0);
  });

  test("by a wrong code is told, by a missing one it is not", async () => {
    const user = await aUser();
    const { secret } = await turnOnSecondFactor(user.session);
    const missing = idOf(await trying(user, password));
    const code = wrongCode(secret);
    const wrong = idOf(await trying(user, password, { code }));
    expect((await toldOf(user.session, wrong)).map(facts)).toEqual([refusal(user, "password", wrong)]);
    expect(countOf(missing)).toBe(0);
  });

  test("by a recovery code that was used is told; what the second step accepts is a sign-in, told once", async () => {
    const user = await aUser();
    const { secret, recoveryCodes } = await turnOnSecondFactor(user.session);
    const [recovery = ""] = recoveryCodes;
    for (const code of [freshCode(secret), recovery]) {
      const attempt = await trying(user, password, { code });
      const session = actor({ Cookie: attempt.cookies.at(-1) ?? "", Origin: sharedBaseUrl() });
      const id = (await session.call(listSessions)).find(({ current }) => current)?.id;
      const requestId = idOf(attempt);
      expect((await toldOf(session, requestId)).map(facts)).toEqual([
        { ...refusal(user, "password", requestId), object: { kind: "session", id, name: "password" }, outcome: "done" },
      ]);
    }
    const again = idOf(await trying(user, password, { code: recovery }));
    expect((await toldOf(user.session, again)).map(facts)).toEqual([refusal(user, "password", again)]);
    const text = await wholeActivity(user.session);
    expect([secret, ...recoveryCodes].filter((one) => text.includes(one))).toEqual([]);
  });

  test("by an expired temporary password is told; the password that replaces one in time is", async () => {
    const user = await aUser();
    const madeAgo = (ms: number) =>
      changeSharedSigned('UPDATE "User" SET "passwordMadeAt" = ? WHERE "id" = ?', [
        new Date(Date.now() - ms).toISOString().replace("Z", "+00:00"),
        user.id,
      ]);
    madeAgo(25 * 3_600_000);
    const expired = idOf(await trying(user, password));
    expect((await toldOf(user.session, expired)).map(facts)).toEqual([refusal(user, "password", expired)]);
    madeAgo(0);
    const newPassword = `not-a-real-${randomUUID()}`;
    const attempt = await trying(user, password, { newPassword });
    const session = actor({ Cookie: attempt.cookies.at(-1) ?? "", Origin: sharedBaseUrl() });
    expect((await toldOf(session, idOf(attempt))).map(({ action }) => action)).toEqual([
      "session.sign-in",
      "account.password",
    ]);
    expect(await wholeActivity(session)).not.toContain(newPassword);
  });

  test("that is held back because of too many is not told", async () => {
    const user = await aUser();
    let last: string | null = null;
    let held: string | null = null;
    for (let tries = 0; held === null; tries += 1) {
      expect(tries).toBeLessThan(20);
      const attempt = await trying(user, "not-the-password");
      if (attempt.response.status === 429) held = idOf(attempt);
      else last = idOf(attempt);
    }
    await toldOf(user.session, last);
    const newest = await aUser();
    await toldOf(newest.session, idOf(await trying(newest, "not-the-password")));
    expect(countOf(held)).toBe(0);
  });

  test("by a passkey is told to whose passkey it is, and to nobody if it is unknown", async () => {
    const user = await aUser();
    const [own, unknown] = [new Authenticator(), new Authenticator()];
    await own.register(user.session);
    const browser = new Browser({ "User-Agent": "Example/7" }, sharedBaseUrl());
    const trySignIn = async (authenticator: Authenticator) => {
      const options = (await (await browser.fetch("/api/auth/passkey/options", { method: "POST" })).json()) as object;
      const credential = JSON.stringify(authenticator.assert(options as never, { userVerified: false }));
      const response = await browser.post("/api/auth/callback/passkey", { credential });
      expect(response.status).toBe(401);
      return idOf({ response });
    };
    const [nobodys, ones] = [await trySignIn(unknown), await trySignIn(own)];
    expect((await toldOf(user.session, ones)).map(facts)).toEqual([refusal(user, "passkey", ones)]);
    expect(countOf(nobodys)).toBe(0);
  });
});

test.concurrent(
  "a refused confirmation is told to whose session it is: by password, by passkey, and for a new password",
  async () => {
    const user = await aUser();
    const authenticator = new Authenticator();
    await authenticator.register(user.session);
    const send = (path: string, body: object) =>
      user.session.fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
    const [{ id = "" } = {}] = await user.session.call(listSessions);
    const byPassword = await send("/api/account/reauthentication", { password: "not-the-password" });
    const options = (await (await send("/api/account/reauthentication/passkey/options", {})).json()) as never;
    const byPasskey = await send("/api/account/reauthentication/passkey", {
      credential: authenticator.assert(options, { userVerified: false }),
    });
    const forNewPassword = await send("/api/account/password", {
      currentPassword: "not-the-password",
      newPassword: "crater-elbow-mosaic-71",
    });
    expect([byPassword.status, byPasskey.status, forNewPassword.status]).toEqual([400, 400, 400]);
    for (const [name, response] of [
      ["password", byPassword],
      ["passkey", byPasskey],
      ["password", forNewPassword],
    ] as const) {
      const requestId = idOf({ response });
      expect((await toldOf(user.session, requestId)).map(facts)).toEqual([
        {
          ...bySession(user, user.email),
          action: "session.confirm",
          object: { kind: "session", id, name },
          outcome: "refused",
          requestId,
        },
      ]);
    }
  },
);
