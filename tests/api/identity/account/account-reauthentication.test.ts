import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import { getAccount, reauthenticate } from "@/lib/contracts/people/account";
import { exportEntries } from "@/lib/contracts/transfer/export";
import { type Actor, actor, aUser, aUserWithKey, password, type User } from "../../../support/callers/actors";
import { Browser } from "../../../support/browser/browser-login";
import { operation } from "../../../support/http/operations";
import { send } from "../../../support/http/raw";
import { expectRenewed } from "../../../support/sign-in/renewed-session";
import { newDataDir, removeDataDir, type RunningVault, startVault } from "../../../support/vaults/server";
import { changeSigned } from "../../../support/sign-in/signing";
import { readStore } from "../../../support/vaults/store";

let vault: RunningVault;
const dataDir = newDataDir();
beforeAll(async () => {
  vault = await startVault({ dataDir });
});
afterAll(async () => {
  await vault.stop();
  removeDataDir(dataDir);
});

const asking = contracts.filter(({ recentAuthentication }) => recentAuthentication);

/** As if the user's sessions had begun this many minutes ago. */
function provenAgo({ id }: Pick<User, "id">, minutes: number): void {
  const provenAt = new Date(Date.now() - minutes * 60_000).toISOString().replace("Z", "+00:00");
  expect(changeSigned(vault, 'UPDATE "Session" SET "provenAt" = ? WHERE "userId" = ?', [provenAt, id])).toBeGreaterThan(
    0,
  );
}

async function codeOf(who: Actor, contract: (typeof asking)[number]): Promise<unknown> {
  const { path, init } = operation(contract);
  const response = await who.fetch(path, init);
  return response.status === 403 ? ((await response.json()) as { code: string }).code : undefined;
}

test.for(asking)("$id requires re-authentication after 11 minutes, and not after 9", async (contract) => {
  const user = await aUser(vault.baseUrl);
  provenAgo(user, 11);
  expect(await codeOf(user.session, contract)).toBe("REAUTHENTICATION_REQUIRED");
  // A caller who has not re-authenticated learns nothing about valid requests either.
  if (contract.body)
    expect(await send(user.session, contract.method, `/api${contract.path}`, {})).toMatchObject({
      status: 403,
      json: { code: "REAUTHENTICATION_REQUIRED" },
    });
  provenAgo(user, 9);
  expect(await codeOf(user.session, contract)).toBeUndefined();
});

test("the password re-authenticates, for this session only", async () => {
  const user = await aUser(vault.baseUrl);
  provenAgo(user, 11);
  expect(await user.session.call(getAccount)).toMatchObject({ recentlyAuthenticated: false });
  expect(
    await send(user.session, "POST", "/api/account/reauthentication", { password: "not-the-password" }),
  ).toMatchObject({
    status: 400,
    json: { details: [{ path: "password" }] },
  });
  expect(await user.session.call(getAccount)).toMatchObject({ recentlyAuthenticated: false });
  await user.session.call(reauthenticate, { body: { password } });
  expect(await user.session.call(getAccount)).toMatchObject({ recentlyAuthenticated: true });
  expect(await user.session.call(exportEntries)).toBe("");
});

describe("a re-authentication by password", () => {
  const lifeOf = (userId: string) =>
    readStore(vault, 'SELECT "id", "createdAt", "expiresAt" FROM "Session" WHERE "userId" = ?', [userId]);

  test("gives the same session a new token; the old one is refused at its next request", async () => {
    const user = await aUser(vault.baseUrl);
    const before = lifeOf(user.id);
    await expectRenewed(user.session, () => user.session.call(reauthenticate, { body: { password } }));
    expect([before.length, lifeOf(user.id)]).toEqual([1, before]);
  });

  test("leaves the token unchanged if it is refused", async () => {
    const { session } = await aUser(vault.baseUrl);
    const { Cookie } = session.headers;
    await expect(session.call(reauthenticate, { body: { password: "not-the-password" } })).rejects.toMatchObject({
      status: 400,
    });
    expect(session.headers.Cookie).toBe(Cookie);
    expect((await send(session, "GET", "/api/account")).status).toBe(200);
  });

  test("succeeds once for several concurrent requests with one token, and its reply has the session's token", async () => {
    const { session } = await aUser(vault.baseUrl);
    const same = Array.from({ length: 4 }, () => actor(session.headers, vault.baseUrl));
    const answers = await Promise.all(
      same.map((one) => send(one, "POST", "/api/account/reauthentication", { password })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401, 401, 401]);
    for (const { status, json } of answers) if (status === 401) expect(json).toMatchObject({ code: "AUTH_REQUIRED" });
    const reads = await Promise.all(same.map(async (one) => (await send(one, "GET", "/api/account")).status));
    expect(reads).toEqual(answers.map(({ status }) => (status === 204 ? 200 : 401)));
  });

  test.each<Record<string, string>>([{}, { "X-Forwarded-Proto": "https" }])(
    "sets the cookie like the sign-in did, with the same end (%o)",
    async (headers) => {
      const { email } = await aUser(vault.baseUrl);
      const browser = new Browser(headers, vault.baseUrl);
      await browser.signIn(email, password);
      const before = browser.sessionCookie();
      const response = await browser.fetch("/api/account/reauthentication", {
        method: "POST",
        headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
        body: JSON.stringify({ password }),
      });
      expect([response.status, response.headers.getSetCookie().length]).toEqual([204, 1]);
      const after = browser.sessionCookie();
      const lasting = (attributes: string[] = []) =>
        Date.parse(attributes.find((attribute) => attribute.startsWith("Expires="))?.slice(8) ?? "");
      const kind = (attributes: string[] = []) => attributes.filter((attribute) => !attribute.startsWith("Expires="));
      expect([after?.name, kind(after?.attributes)]).toEqual([before?.name, kind(before?.attributes)]);
      expect(Math.abs(lasting(after?.attributes) - lasting(before?.attributes))).toBeLessThanOrEqual(2_000);
      expect(after?.value).not.toBe(before?.value);
      expect((await browser.fetch("/api/account")).status).toBe(200);
    },
  );
});

test("a re-authentication in one session does not affect another", async () => {
  const user = await aUser(vault.baseUrl);
  const { session: stranger, id } = await aUser(vault.baseUrl);
  provenAgo(user, 11);
  provenAgo({ id }, 11);
  await stranger.call(reauthenticate, { body: { password } });
  expect(await user.session.call(getAccount)).toMatchObject({ recentlyAuthenticated: false });
});

test("an access key with export:read exports without re-authentication: the scope was granted for it", async () => {
  const user = await aUserWithKey({ baseUrl: vault.baseUrl, scopes: ["export:read"] });
  provenAgo(user, 60 * 24);
  expect(await user.key.call(exportEntries)).toBe("");
});

test("everything else stays open to a session that authenticated hours ago", async () => {
  const user = await aUser(vault.baseUrl);
  provenAgo(user, 11 * 60);
  for (const contract of contracts.filter(
    ({ recentAuthentication, access }) => !recentAuthentication && access !== "public",
  )) {
    expect({ id: contract.id, code: await codeOf(user.session, contract) }).toEqual({
      id: contract.id,
      code: undefined,
    });
  }
});
