import { afterAll, beforeAll, expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import { getAccount, proveIdentity } from "@/lib/contracts/account";
import { exportEntries } from "@/lib/contracts/export";
import { type Actor, aUser, aUserWithKey, password, type User } from "../support/actors";
import { operation } from "../support/operations";
import { send } from "../support/raw";
import { newDataDir, removeDataDir, type RunningVault, startVault } from "../support/server";
import { changeStore } from "../support/store";

let vault: RunningVault;
const dataDir = newDataDir();
beforeAll(async () => {
  vault = await startVault({ dataDir });
});
afterAll(async () => {
  await vault.stop();
  removeDataDir(dataDir);
});

const asking = contracts.filter(({ recentProof }) => recentProof);

/** As if the user's sessions had been begun so many minutes ago. */
function provenAgo({ id }: Pick<User, "id">, minutes: number): void {
  const provenAt = new Date(Date.now() - minutes * 60_000).toISOString().replace("Z", "+00:00");
  expect(changeStore(vault, 'UPDATE "Session" SET "provenAt" = ? WHERE "userId" = ?', [provenAt, id])).toBeGreaterThan(0);
}

async function codeOf(who: Actor, contract: (typeof asking)[number]): Promise<unknown> {
  const { path, init } = operation(contract);
  const response = await who.fetch(path, init);
  return response.status === 403 ? ((await response.json()) as { code: string }).code : undefined;
}

test.for(asking)("$id asks a session again whose user was proven 11 minutes ago, and not one of 9", async (contract) => {
  const user = await aUser(vault.baseUrl);
  provenAgo(user, 11);
  expect(await codeOf(user.session, contract)).toBe("REAUTHENTICATION_REQUIRED");
  // Whoever has not proven themselves learns nothing of what a valid request looks like either.
  if (contract.body) expect(await send(user.session, contract.method, `/api${contract.path}`, {})).toMatchObject({ status: 403, json: { code: "REAUTHENTICATION_REQUIRED" } });
  provenAgo(user, 9);
  expect(await codeOf(user.session, contract)).toBeUndefined();
});

test("the password proves it again, for this session alone", async () => {
  const user = await aUser(vault.baseUrl);
  provenAgo(user, 11);
  expect(await user.session.call(getAccount)).toMatchObject({ recentlyProven: false });
  expect(await send(user.session, "POST", "/api/account/proof", { password: "not-the-password" })).toMatchObject({ status: 400, json: { details: [{ path: "password" }] } });
  expect(await user.session.call(getAccount)).toMatchObject({ recentlyProven: false });
  await user.session.call(proveIdentity, { body: { password } });
  expect(await user.session.call(getAccount)).toMatchObject({ recentlyProven: true });
  expect(await user.session.call(exportEntries)).toBe("");
});

test("a proof in one session leaves another one as it was", async () => {
  const user = await aUser(vault.baseUrl);
  const { session: stranger, id } = await aUser(vault.baseUrl);
  provenAgo(user, 11);
  provenAgo({ id }, 11);
  await stranger.call(proveIdentity, { body: { password } });
  expect(await user.session.call(getAccount)).toMatchObject({ recentlyProven: false });
});

test("an access key with export:read exports without being asked: the scope was granted for it", async () => {
  const user = await aUserWithKey({ baseUrl: vault.baseUrl, scopes: ["export:read"] });
  provenAgo(user, 60 * 24);
  expect(await user.key.call(exportEntries)).toBe("");
});

test("everything else stays open to a session that was proven hours ago", async () => {
  const user = await aUser(vault.baseUrl);
  provenAgo(user, 11 * 60);
  for (const contract of contracts.filter(({ recentProof, access }) => !recentProof && access !== "public")) {
    expect({ id: contract.id, code: await codeOf(user.session, contract) }).toEqual({ id: contract.id, code: undefined });
  }
});
