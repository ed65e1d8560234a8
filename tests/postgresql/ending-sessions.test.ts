import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SessionCaller } from "@/lib/auth/caller";
import { endSession as signOut } from "@/lib/auth/credentials/sign-out";
import { beginSession } from "@/lib/auth/credentials/session";
import { lockEndingVault, lockSessions, lockVault } from "@/lib/db/transactions/isolation";
import { type AppError } from "@/lib/errors";
import { holdOwn } from "@/lib/identity/accounts/account-row";
import { updateAccount } from "@/lib/identity/accounts/account";
import { endOtherSessions, endSession } from "@/lib/identity/sessions";
import type { Runtime } from "@/lib/runtime";
import { createAccessKey, revokeAccessKey } from "@/lib/services/access/access-keys";
import { createTrustRule, deleteTrustRule } from "@/lib/services/access/trust-rules";
import { together } from "@/lib/services/doors/together";
import { openSession } from "../support/sign-in/open-session";
import { openOwnRuntime } from "../support/vaults/own-runtime";
import { outcomeBesideIn, type Step, waitersIn } from "../support/postgresql/outcome-beside";

let vault: Runtime & { close(): Promise<void> };
beforeAll(async () => void (vault = await openOwnRuntime()));
afterAll(() => vault.close());

/** A person with their own session, and one of a thief. */
async function aVictim(): Promise<{ caller: SessionCaller; thief: SessionCaller }> {
  const { id } = await vault.db.user.create({ data: { email: `${randomUUID()}@example.com` } });
  return { caller: await openSession(id), thief: await openSession(id) };
}

const outcomeBeside = outcomeBesideIn(() => vault.db);

test("a thief's long changes of the vault keep nobody from ending sessions, and revoking keys and trust rules", async () => {
  const { caller, thief } = await aVictim();
  const { userId } = caller;
  await openSession(userId);
  const token = await beginSession(userId, { method: "password" });
  const key = await createAccessKey({ caller }, { name: "CI", scopes: ["entries:write"] });
  const issuer = { issuer: "https://issuer.example", audience: "vault", claims: { sub: "repo:acme/web" } };
  const rule = await createTrustRule({ caller }, { name: "CI", ...issuer, scopes: ["entries:write"], minutes: 5 });
  let end = () => {};
  const isOver = new Promise<void>((resolve) => (end = resolve));
  const long = [1, 2, 3].map(() =>
    together(
      { caller: thief },
      async ({ tx }) => {
        await lockVault(tx, "postgresql", userId);
        await isOver;
      },
      { timeout: 20_000 },
    ),
  );
  try {
    await expect.poll(() => waitersIn(vault.db), { timeout: 5_000 }).toBe(2);
    // Neither do the thief's changes of the account, which wait for them.
    const renaming = updateAccount(thief, { name: "Mallory" }).catch((error: AppError) => error.code);
    await expect.poll(() => waitersIn(vault.db), { timeout: 5_000 }).toBe(3);
    long.push(renaming.then((code) => expect(code).toBe("AUTH_REQUIRED")));
    await signOut(token);
    await revokeAccessKey({ caller }, key.id);
    await deleteTrustRule({ caller }, rule.id);
    await endSession(caller, thief.sessionId);
    await endOtherSessions(caller);
    expect(await vault.db.session.count({ where: { userId } })).toBe(1);
  } finally {
    end();
    await Promise.all(long);
  }
});

test("whoever ends a session waits for what it does to the account", async () => {
  const { caller, thief } = await aVictim();
  expect(
    await outcomeBeside(
      (tx) => holdOwn(tx, thief),
      () => endOtherSessions(caller),
    ),
  ).toBeUndefined();
  expect(await vault.db.session.count({ where: { userId: caller.userId } })).toBe(1);
});

test("a change of the account is refused whose session is ended while it waits", async () => {
  const { caller, thief } = await aVictim();
  const ending: Step = (tx) => tx.session.deleteMany({ where: { id: thief.sessionId } });
  const work = () => updateAccount(thief, { name: "Mallory" });
  expect(await outcomeBeside((tx) => lockSessions(tx, "postgresql", caller.userId), work, ending)).toBe(
    "AUTH_REQUIRED",
  );
});

test("sessions are ended while the account is deleted: neither is refused for it", async () => {
  const { caller } = await aVictim();
  const { userId } = caller;
  const deletion: Step = (tx) => tx.user.delete({ where: { id: userId } });
  const work = () => endOtherSessions(caller);
  expect(await outcomeBeside((tx) => lockEndingVault(tx, "postgresql", userId), work, deletion)).toBe("AUTH_REQUIRED");
});
