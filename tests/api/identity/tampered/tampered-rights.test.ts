import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { getAccount } from "@/lib/contracts/people/account";
import { beginPasskeyReauthentication, type PasskeyAssertion } from "@/lib/contracts/people/passkeys";
import { hashRecoveryCode, hashToken, newAccessKey, newRecoveryCode } from "@/lib/crypto/tokens/token";
import { aUser, aUserWithKey, withKey } from "../../../support/callers/actors";
import { Authenticator } from "../../../support/sign-in/authenticator";
import { Browser } from "../../../support/browser/browser-login";
import { operate } from "../../../support/programs/operator";
import { freshCode, turnOnSecondFactor } from "../../../support/sign-in/second-factor";
import { removeDataDir, type RunningVault, startVault } from "../../../support/vaults/server";
import { signingIn } from "../../../support/sign-in/signing-in";
import { changeStore, readStore } from "../../../support/vaults/store";
import { tampering } from "../../../support/rows/tampering";

// These tests need their own vault: they write to its database like somebody without its master key.
let vault: RunningVault;
beforeAll(async () => {
  vault = await startVault();
});
afterAll(async () => {
  await vault.stop();
  removeDataDir(vault.dataDir);
});

const later = "2099-01-01T00:00:00.000+00:00";
const change = (sql: string, ...values: unknown[]) => expect(changeStore(vault, sql, values)).toBeGreaterThan(0);
const { told, verifyReports } = tampering(() => vault);
const asking = async (key: string, path: string) => (await withKey(key, vault.baseUrl).fetch(path)).status;

describe("an access key", () => {
  test("that was inserted with another row's MAC is unknown; the log has its id and no hash", async () => {
    const { id: userId, accessKey } = await aUserWithKey({ baseUrl: vault.baseUrl });
    const [id, key] = [randomUUID(), newAccessKey()];
    change(
      'INSERT INTO "AccessKey" ("id", "userId", "name", "keyHash", "keyPrefix", "scopes", "createdAt", "mac") SELECT ?, ?, ?, ?, ?, ?, "createdAt", "mac" FROM "AccessKey" WHERE "id" = ?',
      id,
      userId,
      "planted",
      hashToken(key),
      "svc_aaaaaa",
      "export:read",
      accessKey.id,
    );
    const answer = await withKey(key, vault.baseUrl).fetch("/api/export");
    const unknown = await withKey(newAccessKey(), vault.baseUrl).fetch("/api/export");
    expect([answer.status, await answer.text()]).toEqual([401, await unknown.text()]);
    await told("AccessKey", id);
    expect(vault.output()).not.toContain(hashToken(key));
    await verifyReports();
  });

  test.each([
    ["given another scope", `"scopes" = 'export:read stats:read'`],
    ["made to last", `"expiresAt" = NULL`],
    ["made to last longer", `"expiresAt" = '${later}'`],
    ["freed of its bounds", `"bounds" = NULL`],
    ["given another project", `"bounds" = '{"projects":["shop"]}'`],
    ["without its MAC", `"mac" = NULL`],
  ])("%s is unknown, even to a process that has just seen it", async (_, assignment) => {
    const { session } = await aUser(vault.baseUrl);
    const { id, key } = await session.call(createAccessKey, {
      body: { name: "CI", scopes: ["stats:read"], projects: ["billing"], expiresAt: "2098-01-01" },
    });
    expect(await asking(key, "/api/stats")).toBe(200);
    change(`UPDATE "AccessKey" SET ${assignment} WHERE "id" = ?`, id);
    expect([await asking(key, "/api/stats"), await asking(key, "/api/export")]).toEqual([401, 401]);
  });

  test("that was moved to another user gives no access to their data", async () => {
    const [thief, victim] = [await aUserWithKey({ baseUrl: vault.baseUrl }), await aUser(vault.baseUrl)];
    change('UPDATE "AccessKey" SET "userId" = ? WHERE "id" = ?', victim.id, thief.accessKey.id);
    expect(await asking(thief.accessKey.key, "/api/export")).toBe(401);
  });
});

describe("a session", () => {
  test.each(["userId", "provenAt", "expiresAt", "lastSeenAt", "method"])(
    "whose %s was changed is signed out",
    async (column) => {
      const [thief, victim] = [await aUser(vault.baseUrl), await aUser(vault.baseUrl)];
      const value = column === "userId" ? victim.id : column === "method" ? "passkey" : later;
      change(`UPDATE "Session" SET "${column}" = ? WHERE "userId" = ?`, value, thief.id);
      expect((await thief.session.fetch("/api/account")).status).toBe(401);
    },
  );
});

describe("an account", () => {
  test("with somebody else's password hash, or under somebody else's address, lets neither person in", async () => {
    const [thief, victim, other] = [await aUser(vault.baseUrl), await aUser(vault.baseUrl), await aUser(vault.baseUrl)];
    const signIn = ({ email }: { email: string }, secret: string) => signingIn(email, undefined, secret, vault.baseUrl);
    expect(await signIn(thief, thief.password)).toBe("in");
    change(
      'UPDATE "User" SET "passwordHash" = (SELECT "passwordHash" FROM "User" WHERE "id" = ?), "mac" = (SELECT "mac" FROM "User" WHERE "id" = ?) WHERE "id" = ?',
      thief.id,
      thief.id,
      victim.id,
    );
    expect(await signIn(victim, thief.password)).toBe("CredentialsSignin");
    change('UPDATE "User" SET "email" = ? WHERE "id" = ?', `moved-${other.email}`, other.id);
    expect(await signIn({ email: `moved-${other.email}` }, other.password)).toBe("CredentialsSignin");
    expect(await operate(vault.dataDir, ["user", "reset-password", victim.email, "--generate"])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/changed by somebody without the master key/) as string,
    });
  });

  test("whose second factor was deleted still asks for it, and accepts only its own recovery codes", async () => {
    const { id, email, password, session } = await aUser(vault.baseUrl);
    const { secret, recoveryCodes } = await turnOnSecondFactor(session);
    const signIn = (code?: string) => signingIn(email, code, password, vault.baseUrl);
    change('DELETE FROM "AccountTotp" WHERE "userId" = ?', id);
    const planted = newRecoveryCode();
    change(
      'INSERT INTO "RecoveryCode" ("id", "userId", "codeHash", "createdAt") VALUES (?, ?, ?, ?)',
      randomUUID(),
      id,
      hashRecoveryCode(planted),
      "2026-11-22T00:00:00.000+00:00",
    );
    expect([
      await signIn(),
      await signIn(freshCode(secret)),
      await signIn(planted),
      await signIn(recoveryCodes[0]),
    ]).toEqual(["SECOND_FACTOR_REQUIRED", "SECOND_FACTOR_INVALID", "SECOND_FACTOR_INVALID", "in"]);
    expect((await session.call(getAccount)).secondFactor).toBe(true);
    change('UPDATE "User" SET "factors" = ? WHERE "id" = ?', "", id);
    expect(await signIn()).toBe("CredentialsSignin");
  });
});

describe("a passkey", () => {
  const challenged = async (browser: Browser) =>
    (await (await browser.fetch("/api/auth/passkey/options", { method: "POST" })).json()) as { challenge: string };
  const answer = async (browser: Browser, assertion: PasskeyAssertion) => {
    const response = await browser.post("/api/auth/callback/passkey", { credential: JSON.stringify(assertion) });
    return { in: browser.sessionCookie() !== undefined, status: response.status, body: await response.text() };
  };
  const signIn = async (authenticator: Authenticator, userHandle?: string) => {
    const browser = new Browser({}, vault.baseUrl);
    const assertion = authenticator.assert(
      await challenged(browser),
      userHandle === undefined ? {} : { userHandle: Buffer.from(userHandle).toString("base64url") },
    );
    return (await answer(browser, assertion)).in ? "in" : "refused";
  };

  test("that was moved to another user or another origin lets nobody in", async () => {
    const [thief, victim] = [await aUser(vault.baseUrl), await aUser(vault.baseUrl)];
    const [given, moved] = [new Authenticator(vault.baseUrl), new Authenticator(vault.baseUrl)];
    const [{ id }, { id: movedId }] = [await given.register(thief.session), await moved.register(thief.session)];
    expect([await signIn(given), await signIn(moved)]).toEqual(["in", "in"]);
    change('UPDATE "Passkey" SET "userId" = ? WHERE "id" = ?', victim.id, id);
    change('UPDATE "Passkey" SET "origin" = NULL WHERE "id" = ?', movedId);
    expect([await signIn(given, victim.id), await signIn(moved)]).toEqual(["refused", "refused"]);
    await told("Passkey", id);
  });

  describe("whose challenge", () => {
    const plant = (challenge: string, mac: string | null) => {
      const id = randomUUID();
      change(
        'INSERT INTO "OneTimeChallenge" ("id", "purpose", "valueHash", "expiresAt", "createdAt", "mac") VALUES (?, ?, ?, ?, ?, ?)',
        id,
        "passkey-sign-in",
        hashToken(challenge),
        later,
        "2026-11-22T00:00:00.000+00:00",
        mac,
      );
      return id;
    };
    const rowOf = (challenge: string) =>
      readStore<{ id: string; mac: string }>(
        vault,
        'SELECT "id", "mac" FROM "OneTimeChallenge" WHERE "valueHash" = ?',
        [hashToken(challenge)],
      )[0] ?? { id: "none", mac: "none" };

    test.each([
      ["was made to last", () => ({ set: `"expiresAt" = '${later}'` })],
      ["was made for a session", () => ({ set: `"purpose" = 'passkey-sign-in'`, session: true })],
      ["was bound to somebody", (userId: string) => ({ set: `"userId" = '${userId}'` })],
      ["lost its MAC", () => ({ set: `"mac" = NULL` })],
      ["was planted when it had been spent", (_: string, mac: string) => ({ planted: mac })],
      ["was planted without a MAC", () => ({ planted: null })],
    ])(
      "%s is refused like an unknown one; the log reports it",
      async (
        _,
        faultOf: (userId: string, mac: string) => { set?: string; session?: boolean; planted?: string | null },
      ) => {
        const user = await aUser(vault.baseUrl);
        const authenticator = new Authenticator(vault.baseUrl);
        await authenticator.register(user.session);
        const browser = new Browser({}, vault.baseUrl);
        const unknown = await answer(browser, authenticator.assert({ challenge: "A".repeat(43) }));
        const fault = faultOf(user.id, rowOf((await challenged(browser)).challenge).mac);
        const { challenge } = fault.session
          ? await user.session.call(beginPasskeyReauthentication)
          : await challenged(browser);
        let { id } = rowOf(challenge);
        if (fault.set) change(`UPDATE "OneTimeChallenge" SET ${fault.set} WHERE "id" = ?`, id);
        else {
          expect((await answer(new Browser({}, vault.baseUrl), authenticator.assert({ challenge }))).in).toBe(true);
          id = plant(challenge, fault.planted ?? null);
        }
        expect(await answer(browser, authenticator.assert({ challenge }))).toEqual(unknown);
        expect(unknown).toMatchObject({ in: false, status: 401 });
        await told("OneTimeChallenge", id);
      },
    );

    test("is refused is reported by verify", verifyReports);
  });
});
