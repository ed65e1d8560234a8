import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { register } from "@/lib/contracts/people/account";
import { listEntries } from "@/lib/contracts/vault/entries";
import { listMembers } from "@/lib/contracts/people/members";
import {
  actor,
  anonymous,
  aRegisteredUser,
  aUser,
  aUserWithKey,
  password,
  signIn,
  tryToSignIn,
  withKey,
} from "../../../support/callers/actors";
import { aTeam, invite } from "../../../support/callers/teams";
import { send } from "../../../support/http/raw";
import { newDataDir, removeDataDir, type RunningVault, startVault } from "../../../support/vaults/server";
import { changeSigned } from "../../../support/sign-in/signing";
import { changeStore } from "../../../support/vaults/store";
import { testOnce } from "../../../support/vaults/test-once";

let vault: RunningVault;
const dataDir = newDataDir();

/** Starts the vault on the same data with other settings. */
async function restart(env: Record<string, string>): Promise<void> {
  await vault.stop();
  vault = await startVault({ dataDir, env, argon2: "real" });
}

beforeAll(async () => {
  vault = await startVault({ dataDir, argon2: "real" });
});
afterAll(async () => {
  await vault.stop();
  removeDataDir(dataDir);
});

const registering = (email: string) =>
  send(anonymous(vault.baseUrl), "POST", "/api/auth/register", { email, password });

describe("the Session row decides", () => {
  test.each([
    ["deleted", 'DELETE FROM "Session" WHERE "userId" = ?', []],
    ["over its 12 hours", 'UPDATE "Session" SET "expiresAt" = ? WHERE "userId" = ?', ["2001-01-01T00:00:00.000+00:00"]],
    [
      "unseen for 31 minutes",
      'UPDATE "Session" SET "lastSeenAt" = ? WHERE "userId" = ?',
      [new Date(Date.now() - 31 * 60_000).toISOString().replace("Z", "+00:00")],
    ],
  ])("at the next request: a session %s is not active, whatever its cookie says", async (_, sql, values) => {
    const [{ id, session }, other] = [await aUser(vault.baseUrl), await aUser(vault.baseUrl)];
    expect(await session.call(listEntries)).toEqual([]);
    expect(changeStore(vault, sql, [...values, id])).toBe(1);
    expect(await send(session, "GET", "/api/entries")).toMatchObject({ status: 401, json: { code: "AUTH_REQUIRED" } });
    expect(await (await session.fetch("/api/auth/session")).json()).toEqual({});
    expect(await other.session.call(listEntries)).toEqual([]);
  });

  test("when a user is deleted, so are their cookies and keys", async () => {
    const { id, session, key } = await aUserWithKey({ baseUrl: vault.baseUrl });
    expect(await key.call(listEntries)).toEqual([]);
    expect(changeStore(vault, 'DELETE FROM "User" WHERE id = ?', [id])).toBe(1);
    for (const who of [session, key]) expect((await send(who, "GET", "/api/entries")).status).toBe(401);
  });
});

describe("during a flood of registrations", () => {
  test("everybody who signs in gets in; registrations beyond the queue get 429 with a time to wait, the others succeed", async () => {
    // Four each of four, since an account's own count would refuse more at once.
    const users = await Promise.all(Array.from({ length: 4 }, () => aUser(vault.baseUrl)));
    const flood = Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        anonymous(vault.baseUrl).fetch("/api/auth/register", {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ email: `flood-${index}@example.com`, password }),
        }),
      ),
    );
    const signIns = await Promise.all(
      [...users, ...users, ...users, ...users].map(({ email }) => tryToSignIn(email, password, vault.baseUrl)),
    );
    expect(signIns.map(({ response }) => response.status)).toEqual(Array.from({ length: 16 }, () => 200));
    const responses = await flood;
    const refused = responses.filter(({ status }) => status !== 201);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(60);
    for (const response of refused)
      expect([response.status, await response.json(), Number(response.headers.get("Retry-After"))]).toEqual([
        429,
        expect.objectContaining({ code: "TOO_MANY_ATTEMPTS" }),
        expect.any(Number),
      ]);
    expect(refused.every(({ headers }) => Number(headers.get("Retry-After")) >= 1)).toBe(true);
    expect((await registering("after-the-flood@example.com")).status).toBe(201);
  });
});

describe("settings", () => {
  test("AUTH_SESSION_IDLE_MINUTES and AUTH_SESSION_MAX_HOURS end sessions on time", async () => {
    await restart({ AUTH_SESSION_IDLE_MINUTES: "5", AUTH_SESSION_MAX_HOURS: "1" });
    const { id, session } = await aRegisteredUser(vault.baseUrl);
    const { expires } = (await (await session.fetch("/api/auth/session")).json()) as { expires: string };
    expect(Math.abs(Date.parse(expires) - Date.now() - 60 * 60_000)).toBeLessThan(60_000);
    const unseenFor = async (minutes: number) => {
      expect(
        changeSigned(vault, 'UPDATE "Session" SET "lastSeenAt" = ? WHERE "userId" = ?', [
          new Date(Date.now() - minutes * 60_000).toISOString().replace("Z", "+00:00"),
          id,
        ]),
      ).toBe(1);
      return (await send(session, "GET", "/api/entries")).status;
    };
    expect([await unseenFor(4), await unseenFor(6)]).toEqual([200, 401]);
    await restart({});
  });

  testOnce(
    "AUTH_REGISTRATION=closed refuses new accounts, whether the address is taken or not, and existing ones can sign in",
    async () => {
      const { email } = await aUser(vault.baseUrl);
      await restart({ AUTH_REGISTRATION: "closed" });
      const [taken, free] = [await registering(email), await registering("somebody@example.com")];
      expect(free).toMatchObject({ status: 403, json: { code: "REGISTRATION_CLOSED" } });
      expect(taken).toEqual(free);
      const team = await aTeam(vault.baseUrl);
      const invitation = await invite(team, { email: "invited@example.com" });
      for (const given of [
        { email: "somebody@example.com", invitation },
        { email: "invited@example.com", invitation: "x" },
      ])
        expect(
          await send(anonymous(vault.baseUrl), "POST", "/api/auth/register", { ...given, password }),
        ).toMatchObject({
          status: 404,
          json: { code: "INVITATION_NOT_FOUND" },
        });
      const invited = await anonymous(vault.baseUrl).call(register, {
        body: { email: "invited@example.com", password, invitation },
      });
      expect(
        (await team.owner.session.call(listMembers, { params: { id: team.id } })).map(({ userId }) => userId),
      ).toEqual([team.owner.id, invited.id]);
      expect(await (await signIn(email, password, vault.baseUrl)).call(listEntries)).toEqual([]);
      expect((await tryToSignIn("somebody@example.com", password, vault.baseUrl)).response.status).toBe(401);
    },
  );

  testOnce(
    "AUTH_PASSWORD_LOGIN=false refuses registration and sign-in; active sessions and keys still work",
    async () => {
      await restart({});
      const { email, session, accessKey } = await aUserWithKey({ baseUrl: vault.baseUrl });
      const { Cookie = "" } = session.headers;
      await restart({ AUTH_PASSWORD_LOGIN: "false" });
      expect(await registering("somebody@example.com")).toMatchObject({
        status: 403,
        json: { code: "REGISTRATION_CLOSED" },
      });
      const { response, cookies } = await tryToSignIn(email, password, vault.baseUrl);
      expect(response.status).toBeGreaterThanOrEqual(300);
      expect(cookies.filter((cookie) => cookie.includes("session-token"))).toEqual([]);
      expect(await (await fetch(`${vault.baseUrl}/api/auth/providers`)).json()).toEqual({});
      for (const who of [actor({ Cookie }, vault.baseUrl), withKey(accessKey.key, vault.baseUrl)])
        expect((await send(who, "GET", "/api/entries")).status).toBe(200);
    },
  );
});
