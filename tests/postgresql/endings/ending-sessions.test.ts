import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SessionCaller } from "@/lib/auth/caller";
import { endSession as signOut } from "@/lib/auth/credentials/sign-out";
import { beginSession, lookUpSession } from "@/lib/auth/credentials/session";
import { lockActivityHead } from "@/lib/db/queries/activity/activity-append";
import { allIn } from "@/lib/db/queries/in-transaction";
import { lockVaultForDeletion, lockSessions, lockVault } from "@/lib/db/transactions/isolation";
import { withVaultSlot } from "@/lib/db/transactions/vault-queue";
import { type AppError } from "@/lib/errors";
import { changeAccount, holdAccount, holdOwn } from "@/lib/identity/accounts/account-row";
import { updateAccount } from "@/lib/identity/accounts/account";
import { verifyLogin } from "@/lib/identity/login";
import { resetPassword } from "@/lib/identity/passwords";
import { recordReauthentication } from "@/lib/identity/reauthentication";
import { endOtherSessions, endSession } from "@/lib/identity/sessions";
import type { Runtime } from "@/lib/runtime";
import { createAccessKey, revokeAccessKey } from "@/lib/services/access/access-keys";
import { createTrustRule, deleteTrustRule } from "@/lib/services/access/trust-rules";
import { inOneTransaction } from "@/lib/services/doors/transaction";
import { createWebhook, deleteWebhook, listWebhooks } from "@/lib/services/webhooks/webhooks";
import { requestFacts } from "../../support/callers/request-facts";
import { openSession } from "../../support/sign-in/open-session";
import { openOwnRuntime } from "../../support/vaults/own-runtime";
import { outcomeBesideIn, type Step, waitersIn } from "../../support/postgresql/outcome-beside";

let vault: Runtime & { close(): Promise<void> };
beforeAll(async () => void (vault = await openOwnRuntime()));
afterAll(() => vault.close());

const password = "not-a-real-password";

async function aPerson(passwordHash: string | null): Promise<{ id: string; email: string }> {
  const email = `${randomUUID()}@example.com`;
  const row = { id: randomUUID(), email, passwordHash, passwordMadeAt: null, factors: "" };
  await vault.db.user.create({ data: vault.rights.sign("User", row) });
  return { id: row.id, email };
}

/** A session that has just begun, and the cookie by which its browser has it. */
async function aBrowser(userId: string): Promise<{ caller: SessionCaller; cookies: string }> {
  const token = await beginSession(userId, { method: "password" });
  const session = (await lookUpSession(token)) ?? expect.fail("the session did not begin");
  const sealed = await encode({ token: { sub: userId, sessionToken: token }, secret: vault.sessionSecret });
  return { caller: session.caller, cookies: `next-auth.session-token=${sealed}` };
}

/** A person with their own session, and one of a thief. */
async function aVictim(): Promise<{ caller: SessionCaller; thief: SessionCaller }> {
  const { id } = await vault.db.user.create({ data: { email: `${randomUUID()}@example.com` } });
  return { caller: await openSession(id), thief: await openSession(id) };
}

const outcomeBeside = outcomeBesideIn(() => vault.db);

/** Three long changes of the vault by the thief, as imports, and one of the account, which waits for them: all that there can be at once. */
async function whileThiefChanges(thief: SessionCaller, work: () => Promise<void>): Promise<void> {
  let [end, tellHeld] = [() => {}, () => {}];
  const isOver = new Promise<void>((resolve) => (end = resolve));
  const isHeld = new Promise<void>((resolve) => (tellHeld = resolve));
  const long: Promise<unknown>[] = [1, 2, 3].map(() =>
    inOneTransaction(
      { caller: thief },
      async ({ tx }) => {
        await lockVault(tx, "postgresql", thief.userId);
        tellHeld();
        await isOver;
      },
      { timeout: 20_000 },
    ),
  );
  try {
    // The others wait from the first lock on, while the account's row is among the last.
    await isHeld;
    await expect.poll(() => waitersIn(vault.db), { timeout: 5_000 }).toBe(2);
    const renaming = updateAccount(thief, { name: "Mallory" }).catch((error: AppError) => error.code);
    await expect.poll(() => waitersIn(vault.db), { timeout: 5_000 }).toBe(3);
    long.push(renaming.then((code) => expect(code).toBe("AUTH_REQUIRED")));
    await work();
  } finally {
    end();
    await Promise.all(long);
  }
}

test("a thief's long changes of the vault keep nobody from ending sessions, and revoking keys and trust rules", async () => {
  const { caller, thief } = await aVictim();
  const { userId } = caller;
  await openSession(userId);
  const token = await beginSession(userId, { method: "password" });
  const key = await createAccessKey({ caller }, { name: "CI", scopes: ["entries:write"] });
  const issuer = { issuer: "https://issuer.example", audience: "vault", claims: { sub: "repo:acme/web" } };
  const rule = await createTrustRule({ caller }, { name: "CI", ...issuer, scopes: ["entries:write"], minutes: 5 });
  await whileThiefChanges(thief, async () => {
    await signOut(token);
    await revokeAccessKey({ caller }, key.id);
    await deleteTrustRule({ caller }, rule.id);
    await endSession(caller, thief.sessionId);
    await endOtherSessions(caller);
    expect(await vault.db.session.count({ where: { userId } })).toBe(1);
  });
});

/** A webhook with more deliveries than are deleted with it. The one of number 500 is the oldest. */
async function aBusyWebhook(caller: SessionCaller, length = 501): Promise<string> {
  const { id: webhookId } = await createWebhook({ caller }, { url: "https://hooks.example/", events: ["*"] });
  const sent = { userId: caller.userId, webhookId, event: "entry.reveal", state: "delivered", attempts: 1 };
  const data = Array.from({ length }, (_, number) => ({
    ...{ ...sent, milliseconds: 1, number, messageId: `msg-${number}` },
    lastAttemptAt: new Date(),
    createdAt: new Date(Date.now() - 1_000 * number),
  }));
  await vault.db.webhookDelivery.createMany({ data });
  return webhookId;
}

const deliveriesOf = (webhookId: string) => vault.db.webhookDelivery.count({ where: { webhookId } });

test("nor does a webhook with many deliveries that is being deleted: the older ones need no turn", async () => {
  const { caller } = await aVictim();
  const webhookId = await aBusyWebhook(caller);
  const [deletion] = await withVaultSlot("endings", caller.userId, async () => {
    const deletion = deleteWebhook({ caller }, webhookId);
    await expect.poll(() => deliveriesOf(webhookId), { timeout: 5_000 }).toBe(500);
    return [deletion];
  });
  await deletion;
  expect(await deliveriesOf(webhookId)).toBe(0);
  expect(await listWebhooks({ caller })).toEqual([]);
});

test("nor do many deletions of a webhook take every connection while its vault is being deleted: one waits, for all of them", async () => {
  const { caller } = await aVictim();
  const webhookId = await aBusyWebhook(caller);
  let counted = () => {};
  const allCounted = new Promise<void>((resolve) => (counted = resolve));
  let checks = 0;
  // Each comes before the older deliveries go.
  const assertStands = () => {
    checks += 1;
    if (checks === 10) counted();
    return Promise.resolve();
  };
  const deletions = await vault.db.$transaction(
    async (tx) => {
      await lockVaultForDeletion(tx, "postgresql", caller.userId);
      await tx.webhookDelivery.deleteMany({ where: { webhookId } });
      const deletions = Array.from({ length: 10 }, () =>
        deleteWebhook({ caller, assertStands }, webhookId).catch((error: AppError) => error.code),
      );
      await allCounted;
      await expect.poll(() => waitersIn(vault.db), { timeout: 5_000 }).toBe(1);
      // None of the others is on its way to the rows: the connections are free.
      for (let look = 0; look < 20; look += 1) expect(await waitersIn(vault.db)).toBe(1);
      await tx.webhook.delete({ where: { id: webhookId } });
      return deletions;
    },
    { timeout: 20_000 },
  );
  expect(new Set(await Promise.all(deletions))).toEqual(new Set(["WEBHOOK_NOT_FOUND"]));
});

test.each([500, 600])(
  "a webhook with %i deliveries is deleted, of which none is left for a last step",
  async (length) => {
    const { caller } = await aVictim();
    const webhookId = await aBusyWebhook(caller, length);
    await deleteWebhook({ caller }, webhookId);
    expect(await deliveriesOf(webhookId)).toBe(0);
  },
);

describe("of a webhook that is not deleted after all", () => {
  /** What is left of it if the caller's credential is taken away before the check of this number. */
  async function leftIfEnded(check: number): Promise<number> {
    const { caller } = await aVictim();
    const webhookId = await aBusyWebhook(caller);
    let checks = 0;
    const assertStands = () => {
      checks += 1;
      return checks === check ? Promise.reject(new Error("ended")) : Promise.resolve();
    };
    await expect(deleteWebhook({ caller, assertStands }, webhookId)).rejects.toThrow("ended");
    expect(await listWebhooks({ caller })).toHaveLength(1);
    return deliveriesOf(webhookId);
  }

  test("nothing is deleted if the caller was signed out before", async () => {
    expect(await leftIfEnded(1)).toBe(501);
  });

  test("the newest 500 deliveries stay if the caller is signed out before its turn comes", async () => {
    expect(await leftIfEnded(2)).toBe(500);
  });
});

test("a thief's long changes of the vault keep nobody from signing in or confirming who they are, as comes before that", async () => {
  const old = await hash(password, { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 });
  const { id: userId, email } = await aPerson(old);
  const thief = await openSession(userId);
  const { caller, cookies } = await aBrowser(userId);
  await whileThiefChanges(thief, async () => {
    await recordReauthentication(caller, "password", cookies);
    // Its hash is from former days, and stays so for once.
    const verified = await verifyLogin({ email, password, request: requestFacts() });
    expect(verified).toMatchObject({ passwordHash: old });
    await beginSession(userId, { method: "password", proof: { passwordHash: old } });
    await endOtherSessions(caller);
  });
});

describe("a sign-in", () => {
  const aSignIn = (userId: string) => beginSession(userId, { method: "password", proof: { passwordHash: "former" } });
  const sessionsOf = (userId: string) => vault.db.session.count({ where: { userId } });

  test("by a password that is changed while it waits begins no session", async () => {
    const { id } = await aPerson("former");
    const change: Step = async (tx) => {
      const held = (await holdAccount(tx, id)) ?? expect.fail("the account is genuine");
      await changeAccount(tx, held, { passwordHash: "another" });
    };
    expect(
      await outcomeBeside(
        (tx) => holdAccount(tx, id),
        () => aSignIn(id),
        change,
      ),
    ).toBe("AUTH_REQUIRED");
    expect(await sessionsOf(id)).toBe(0);
  });

  test("to an account that is deleted while it waits begins no session", async () => {
    const { id } = await aPerson("former");
    const deletion: Step = (tx) => tx.user.delete({ where: { id } });
    const first: Step = (tx) => lockVaultForDeletion(tx, "postgresql", id);
    expect(await outcomeBeside(first, () => aSignIn(id), deletion)).toBe("AUTH_REQUIRED");
  });

  test("that has not ended yet is ended by a change of the password, which waits for it", async () => {
    const { id } = await aPerson("former");
    await openSession(id);
    const both = await vault.db.$transaction(
      async (tx) => {
        // A sign-in is written by then, and waits to be recorded.
        await allIn(tx, "postgresql", lockActivityHead, { userId: id });
        const signingIn = aSignIn(id);
        await expect.poll(() => waitersIn(vault.db), { timeout: 5_000 }).toBe(1);
        const changing = resetPassword(id, "another-fake-password");
        await expect.poll(() => waitersIn(vault.db), { timeout: 5_000 }).toBe(2);
        return [signingIn, changing];
      },
      { timeout: 20_000 },
    );
    await Promise.all(both);
    expect(await sessionsOf(id)).toBe(0);
  });
});

test("a session that is ended while its person confirms who they are stays ended", async () => {
  const { id } = await aPerson(null);
  const { caller, cookies } = await aBrowser(id);
  const ending: Step = (tx) => tx.session.deleteMany({ where: { id: caller.sessionId } });
  const work = () => recordReauthentication(caller, "password", cookies);
  expect(await outcomeBeside((tx) => lockSessions(tx, "postgresql", id), work, ending)).toBe("AUTH_REQUIRED");
  expect(await vault.db.session.count({ where: { userId: id } })).toBe(0);
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
  expect(await outcomeBeside((tx) => lockVaultForDeletion(tx, "postgresql", userId), work, deletion)).toBe(
    "AUTH_REQUIRED",
  );
});
