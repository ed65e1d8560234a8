import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { flushKeyUses, noteKeyUse } from "@/lib/auth/credentials/last-used";
import { newRecord, vaultItself } from "@/lib/auth/activity/activity";
import { isUnavailable } from "@/lib/db/failures";
import { openDatabaseHandles } from "@/lib/db/database-handles";
import type { SessionCaller } from "@/lib/auth/caller";
import { sealedMail } from "@/lib/auth/mail/mail-outbox";
import type { Runtime } from "@/lib/runtime";
import { spendView } from "@/lib/services/doors/disclose/spend-view";
import { spendReveals } from "@/lib/services/doors/disclose/budget";
import { deleteAccount, register } from "@/lib/identity/accounts/account";
import { signInByIdentity } from "@/lib/identity/identities";
import * as passwords from "@/lib/crypto/tokens/password";
import type { Role } from "@/lib/contracts/people/roles";
import { addUser } from "@/lib/identity/accounts/users";
import { deliver } from "@/lib/mail/deliver";
import { createCategory } from "@/lib/services/entries/categories";
import { acceptInvitation, createInvitation } from "@/lib/services/teams/invitations";
import { createTeam, updateTeam } from "@/lib/services/teams/teams";
import { transfer } from "@/lib/services/transfer";
import { createEntry, listEntries, revealEntry } from "@/lib/services/entries/entries";
import { keyCaller } from "../../support/callers/key-caller";
import { requestFacts } from "../../support/callers/request-facts";
import { tokenOf } from "../../support/callers/teams";
import { aServiceVault, type ServiceVault } from "../../support/rows/service-vault";
import { openSession } from "../../support/sign-in/open-session";
import { beginSession } from "@/lib/auth/credentials/session";
import { inOneTransaction } from "@/lib/services/doors/transaction";
import { openOwnRuntime } from "../../support/vaults/own-runtime";
import { lockWaiters } from "../../support/postgresql/lock-waiters";

// Whoever holds the rows of one vault for long, as by renaming a project, must not keep all other vaults waiting: those
// that wait for the rows hold a connection each, of which a process has ten.
let vault: Runtime & { close(): Promise<void> };
let somebodyElse: pg.Client;
beforeAll(async () => {
  vault = await openOwnRuntime();
  somebodyElse = new pg.Client({ connectionString: vault.settings.DATABASE_URL });
  await somebodyElse.connect();
});
afterEach(() => void vi.restoreAllMocks());
afterAll(async () => {
  await somebodyElse.end();
  await vault.close();
});

async function aPerson(): Promise<{ caller: SessionCaller; email: string }> {
  const email = `${randomUUID()}@example.com`;
  const { id } = await vault.db.user.create({ data: { email } });
  return { caller: await openSession(id), email };
}

const dozen = Array.from({ length: 12 }, (_, index) => index);

/** Runs `work` while somebody else holds what this finds. */
async function whileHeld<R>(sql: string, userId: string, work: () => Promise<R>): Promise<R> {
  await somebodyElse.query("BEGIN");
  try {
    await somebodyElse.query(sql, [userId]);
    return await work();
  } finally {
    await somebodyElse.query("ROLLBACK");
  }
}

/** Once so many writes were begun and some of them wait for rows in the server. */
async function waiting(writes: number): Promise<void> {
  await expect.poll(() => vi.mocked(vault.writes.run).mock.calls.length).toBe(writes);
  // As many as a vault's line of short writes lets in.
  await rowsAreWaitedFor(1);
}

async function rowsAreWaitedFor(by = 3): Promise<void> {
  await expect.poll(() => lockWaiters(somebodyElse), { timeout: 5_000 }).toBeGreaterThanOrEqual(by);
}

async function aKey({ userId }: ServiceVault): Promise<string> {
  const row = { name: "CI", keyHash: randomUUID(), keyPrefix: "svc_abcdef", scopes: "" };
  return (await vault.db.accessKey.create({ data: { userId, ...row } })).id;
}

async function aLink(userId: string): Promise<string> {
  const row = { userId, makerId: userId, ciphertext: new Uint8Array(1), views: 9, viewsLeft: 9 };
  const expiresAt = new Date(Date.now() + 1e6);
  return (await vault.db.shareLink.create({ data: { id: randomUUID(), ...row, expiresAt } })).id;
}

test("a dozen entries are created in categories that somebody holds: another vault is served at once", async () => {
  const [held, other] = [await aServiceVault(vault), await aServiceVault(vault)];
  const categories = await Promise.all(dozen.map((number) => held.category(`Category ${number}`)));
  vi.spyOn(vault.writes, "run");
  const creating = await whileHeld(
    `SELECT "id" FROM "KeyCategory" WHERE "userId" = $1 FOR UPDATE`,
    held.userId,
    async () => {
      const creating = categories.map((categoryId) =>
        createEntry(held.ctx, { categoryId, name: "billing", value: "sk_test_not_a_real_key" }),
      );
      await waiting(12);
      expect(await listEntries(other.ctx)).toEqual([]);
      return creating;
    },
  );
  await Promise.all(creating);
  expect(await listEntries(held.ctx)).toHaveLength(12);
});

test("a dozen keys with a budget reveal values while somebody holds them: another vault is served at once", async () => {
  const [held, other] = [await aServiceVault(vault), await aServiceVault(vault)];
  const keys = await Promise.all(dozen.map(() => aKey(held)));
  vi.spyOn(vault.writes, "run");
  const spending = await whileHeld(
    `SELECT "id" FROM "AccessKey" WHERE "userId" = $1 FOR NO KEY UPDATE`,
    held.userId,
    async () => {
      const spending = keys.map((keyId) =>
        spendReveals({ caller: { ...keyCaller({ userId: held.userId, keyId }), revealsPerDay: 10 } }, 1),
      );
      await waiting(12);
      expect(await listEntries(other.ctx)).toEqual([]);
      return spending;
    },
  );
  await Promise.all(spending);
});

test.each([
  [
    "openings of links of a vault",
    async (userId: string) => {
      const ids = await Promise.all(dozen.map(() => aLink(userId)));
      return ids.map((id) => () => spendView(id, requestFacts()));
    },
  ],
  [
    "sign-ins to an account",
    (userId: string) => Promise.resolve(dozen.map(() => () => beginSession(userId, { method: "password" }))),
  ],
  [
    "deletions of an account",
    async (userId: string) => {
      const caller = await openSession(userId);
      const { email } = await vault.db.user.findUniqueOrThrow({ where: { id: userId } });
      return dozen.map(() => () => deleteAccount(caller, { email }).catch(() => undefined));
    },
  ],
])("a dozen %s that somebody holds: another vault is served at once", async (_, begin) => {
  const [held, other] = [await aServiceVault(vault), await aServiceVault(vault)];
  const works = await begin(held.userId);
  const working = await whileHeld(`SELECT "id" FROM "User" WHERE "id" = $1 FOR UPDATE`, held.userId, async () => {
    await somebodyElse.query(`SELECT "id" FROM "Owner" WHERE "id" = $1 FOR UPDATE`, [held.userId]);
    await somebodyElse.query(`SELECT "id" FROM "ShareLink" WHERE "userId" = $1 FOR UPDATE`, [held.userId]);
    const working = works.map((work) => work());
    await rowsAreWaitedFor(1);
    expect(await listEntries(other.ctx)).toEqual([]);
    return working;
  });
  await Promise.all(working);
});

describe("while somebody holds a team", () => {
  const holding = `SELECT "id" FROM "Owner" WHERE "id" = $1 FOR UPDATE`;
  const invited = { role: "editor" as const, expiresInHours: 1 };

  /** A team with so many members besides its owner, and how one is invited. */
  async function aTeam(count: number, role: Role = "editor") {
    const { caller: owner } = await aPerson();
    const { id } = await createTeam({ caller: owner }, { name: "Payments" });
    const members = await Promise.all(
      Array.from({ length: count }, async () => {
        const { caller } = await aPerson();
        const row = { id: randomUUID(), teamId: id, userId: caller.userId, role, bounds: null };
        await vault.db.membership.create({ data: vault.rights.sign("Membership", row) });
        return caller;
      }),
    );
    const invitation = async () =>
      tokenOf(await createInvitation({ caller: owner }, id, invited, "https://vault.example"));
    return { id, members, invitation };
  }
  type Begin = () => Promise<unknown>;

  test.each<[string, () => Promise<{ id: string; works: readonly Begin[] }>]>([
    [
      "people accept invitations",
      async () => {
        const { id, invitation } = await aTeam(0);
        const accept = async () => {
          const [{ caller }, token] = [await aPerson(), await invitation()];
          return () => acceptInvitation({ caller }, { token });
        };
        return { id, works: await Promise.all(dozen.map(accept)) };
      },
    ],
    [
      "people register with invitations",
      async () => {
        const { id, invitation } = await aTeam(0);
        // Two passwords are hashed at once, and so few would come to wait together.
        vi.spyOn(passwords, "hashNewcomersPassword").mockResolvedValue("not-a-real-hash");
        const registering = async (number: number) => {
          const person = { email: `${randomUUID()}@example.com`, password: "not-a-real-password", name: null };
          const given = { ...person, invitation: await invitation() };
          return () => register(given, requestFacts({ address: `192.0.2.${number}` }));
        };
        return { id, works: await Promise.all(dozen.map(registering)) };
      },
    ],
    [
      "people sign in with an identity and an invitation for the first time",
      async () => {
        const { id, invitation } = await aTeam(0);
        const signingIn = async () => {
          const [identity, token] = [{ issuer: "https://login.example", subject: randomUUID() }, await invitation()];
          return () => signInByIdentity(identity, requestFacts(), token);
        };
        return { id, works: await Promise.all(dozen.map(signingIn)) };
      },
    ],
    [
      "members move things into it",
      async () => {
        const { id, members } = await aTeam(12);
        const moving = async (caller: SessionCaller) => {
          const { id: categoryId } = await createCategory({ caller }, { name: "Stripe", keyType: "json" });
          const { id: entryId } = await createEntry({ caller }, { categoryId, name: "billing", value: "1" });
          const wanted = { teamId: id, entryIds: [entryId], envProjectIds: [], twoFactorTokenIds: [] };
          return () => transfer({ caller }, wanted);
        };
        return { id, works: await Promise.all(members.map(moving)) };
      },
    ],
    [
      "owners rename it",
      async () => {
        const { id, members } = await aTeam(12, "owner");
        return { id, works: members.map((caller) => () => updateTeam({ caller }, id, { name: "Billing" })) };
      },
    ],
  ])("and a dozen %s: another vault is served at once", async (_, begin) => {
    const other = await aServiceVault(vault);
    const { id, works } = await begin();
    const working = await whileHeld(holding, id, async () => {
      const working = works.map((work) => work());
      await rowsAreWaitedFor();
      expect(await listEntries(other.ctx)).toEqual([]);
      // Those whose turn has come, and no more.
      expect(await lockWaiters(somebodyElse)).toBe(3);
      return working;
    });
    await Promise.all(working);
  });
});

test("long changes of a vault keep no new entry waiting", async () => {
  const own = await aServiceVault(vault);
  const categoryId = await own.category("Stripe");
  let end = () => {};
  const isOver = new Promise<void>((resolve) => (end = resolve));
  const long = [1, 2, 3].map(() => inOneTransaction(own.ctx, () => isOver, { timeout: 20_000 }));
  try {
    await createEntry(own.ctx, { categoryId, name: "billing", value: "sk_test_not_a_real_key" });
  } finally {
    end();
    await Promise.all(long);
  }
  expect(await listEntries(own.ctx)).toHaveLength(1);
});

test("new entries that wait keep neither a reveal by a key with a budget nor an opening of a link waiting", async () => {
  const held = await aServiceVault(vault);
  const categories = [await held.category("Stripe"), await held.category("Sentry")];
  const [keyId, linkId] = [await aKey(held), await aLink(held.userId)];
  vi.spyOn(vault.writes, "run");
  const creating = await whileHeld(
    `SELECT "id" FROM "KeyCategory" WHERE "userId" = $1 FOR UPDATE`,
    held.userId,
    async () => {
      const creating = categories.map((categoryId) =>
        createEntry(held.ctx, { categoryId, name: "billing", value: "sk_test_not_a_real_key" }),
      );
      await waiting(2);
      await spendReveals({ caller: { ...keyCaller({ userId: held.userId, keyId }), revealsPerDay: 10 } }, 1);
      expect(await spendView(linkId, requestFacts())).toMatchObject({ viewsLeft: 8 });
      return creating;
    },
  );
  await Promise.all(creating);
});

test("the uses of keys that somebody holds are written later, and those of others at once", async () => {
  const [held, other] = [await aServiceVault(vault), await aServiceVault(vault)];
  const keys = await Promise.all(dozen.map(() => aKey(held)));
  const free = await aKey(other);
  const at = new Date("2026-11-21T12:00:00Z");
  const usesOf = async (ids: readonly string[]) =>
    (await vault.db.accessKey.findMany({ where: { id: { in: [...ids] } } })).map(({ lastUsedAt }) => lastUsedAt);
  await whileHeld(`SELECT "id" FROM "AccessKey" WHERE "userId" = $1 FOR NO KEY UPDATE`, held.userId, async () => {
    for (const id of [...keys, free]) noteKeyUse(id, at);
    const flushed = flushKeyUses();
    expect(await listEntries(other.ctx)).toEqual([]);
    await flushed;
    expect([await usesOf(keys), await usesOf([free])]).toEqual([dozen.map(() => null), [at]]);
    // Whoever uses one meanwhile is the later one.
    noteKeyUse(keys[0] ?? "", new Date(at.getTime() + 1));
  });
  await flushKeyUses();
  expect(await usesOf(keys.slice(0, 1))).toEqual([new Date(at.getTime() + 1)]);
  expect(await usesOf(keys.slice(1))).toEqual(dozen.slice(1).map(() => at));
});

describe("while a vault is being deleted", () => {
  const deleting = `SELECT "id" FROM "Owner" WHERE "id" = $1 FOR UPDATE`;

  /** A vault with an entry, which has been revealed so often that its chain's end is known. */
  async function aRevealedEntry() {
    const own = await aServiceVault(vault);
    const id = await own.entry(await own.category("Stripe"), "billing", "sk_test_not_a_real_key");
    const reveal = async () => (await revealEntry(own.ctx, id)).value;
    for (const _ of dozen) await reveal();
    const recorded = () => vault.db.activity.count({ where: { userId: own.userId, action: "entry.reveal" } });
    return { ...own, reveal, recorded };
  }

  test("values of all others are revealed at once, those asked for at the same moment too", async () => {
    const [ending, other] = [await aRevealedEntry(), await aRevealedEntry()];
    const waited = await whileHeld(deleting, ending.userId, async () => {
      let isOver = false;
      const reveals = [ending.reveal(), ending.reveal()];
      void Promise.allSettled(reveals).then(() => (isOver = true));
      expect(await other.reveal()).toBe("sk_test_not_a_real_key");
      reveals.push(ending.reveal());
      expect(await Promise.all([other.reveal(), other.reveal()])).toHaveLength(2);
      expect(isOver).toBe(false);
      return reveals;
    });
    // It was not deleted after all.
    expect(await Promise.all(waited)).toHaveLength(3);
    expect([await ending.recorded(), await other.recorded()]).toEqual([15, 15]);
  });

  test("those who wait for it take three connections, however many vaults end", async () => {
    const ending = await Promise.all(dozen.map(() => aRevealedEntry()));
    const other = await aRevealedEntry();
    await somebodyElse.query("BEGIN");
    for (const { userId } of ending) await somebodyElse.query(deleting, [userId]);
    const waited = ending.map(({ reveal }) => reveal());
    await rowsAreWaitedFor();
    expect(await other.reveal()).toBe("sk_test_not_a_real_key");
    expect(await listEntries(other.ctx)).toHaveLength(1);
    await somebodyElse.query("ROLLBACK");
    expect(await Promise.all(waited)).toHaveLength(12);
  });
});

test("a team that lives on reveals values while the account of a member is being deleted", async () => {
  const [leaving, staying] = [await aPerson(), await aPerson()];
  const { id } = await createTeam({ caller: staying.caller }, { name: "Payments" });
  const membership = { id: randomUUID(), teamId: id, userId: leaving.caller.userId, role: "editor", bounds: null };
  await vault.db.membership.create({ data: vault.rights.sign("Membership", membership) });
  const ctx = { caller: { ...staying.caller, team: { id, role: "owner" as const } } };
  const { id: categoryId } = await createCategory(ctx, { name: "Stripe", keyType: "simple", envVarName: "A" });
  const entry = await createEntry(ctx, { categoryId, name: "billing", value: "sk_test_not_a_real_key" });
  await whileHeld(`SELECT "id" FROM "Session" WHERE "userId" = $1 FOR UPDATE`, leaving.caller.userId, async () => {
    // It waits for that with everything locked.
    const deleting = deleteAccount(leaving.caller, { email: leaving.email });
    await rowsAreWaitedFor(1);
    expect((await revealEntry(ctx, entry.id)).value).toBe("sk_test_not_a_real_key");
    return [deleting];
  }).then((deleting) => Promise.all(deleting));
  expect(await vault.db.user.count({ where: { id: leaving.caller.userId } })).toBe(0);
  expect(await vault.db.membership.count({ where: { teamId: id } })).toBe(1);
});

test("mails about a vault that somebody changes for long, and its person's link for a password, wait for nobody", async () => {
  const mailing = { SMTP_URL: "smtp://localhost:1", MAIL_FROM: "vault@example.com" };
  Object.assign(vault.settings, mailing);
  onTestFinished(() => void Object.assign(vault.settings, { SMTP_URL: undefined, MAIL_FROM: undefined }));
  const email = `${randomUUID()}@example.com`;
  const userId = await addUser({ email, name: null, password: "not-a-real-password" });
  await vault.writes.record([newRecord({ owner: userId, action: "account.password", actor: vaultItself })]);
  const { id: told } = await vault.db.mail.findFirstOrThrow({ where: { userId } });
  const old = { userId, createdAt: new Date(0) };
  const { id: lost } = await vault.db.mail.create({
    data: { ...old, ...sealedMail({ kind: "email-asked", recipientId: userId, former: email, email }) },
  });
  const { id: forgotten } = await vault.db.mail.create({
    data: { ...sealedMail({ kind: "forgotten-password", email }) },
  });
  await whileHeld(`SELECT "id" FROM "User" WHERE "id" = $1 FOR NO KEY UPDATE`, userId, async () => {
    for (const id of [told, lost, forgotten]) await deliver(id, { now: Date.now });
  });
  // The record's mail has become a notice; what could not be sent for a day is told of; the link is tried again later.
  expect(await vault.db.mail.count({ where: { userId, id: { notIn: [told, lost] } } })).toBe(1);
  expect(await vault.db.activity.count({ where: { userId, action: "account.mail-lost" } })).toBe(1);
  expect(await vault.db.oneTimeChallenge.count({ where: { userId, purpose: "reset-password" } })).toBe(1);
});

test("a chain whose end is held for longer than a statement may take fails no other vault's records", async () => {
  const [held, other] = [await aServiceVault(vault), await aServiceVault(vault)];
  for (const { category } of [held, other]) await category("Stripe");
  const paths = openDatabaseHandles(`${vault.settings.DATABASE_URL ?? ""}?statement_timeout=500`, vault.activity.link);
  const record = ({ userId: owner }: ServiceVault) =>
    paths.writes.record([newRecord({ owner, action: "entry.reveal", actor: vaultItself })]);
  const end = `SELECT "userId" FROM "ActivityHead" WHERE "userId" = $1 FOR UPDATE`;
  const [late, written] = await whileHeld(end, held.userId, () => Promise.allSettled([record(held), record(other)]));
  await paths.close();
  expect(written.status).toBe("fulfilled");
  expect(late.status === "rejected" && isUnavailable(late.reason)).toBe(true);
});

test("vaults whose chains' ends are held keep their own records waiting, and nobody else's", async () => {
  // As many as wait apart at once.
  const held = await Promise.all([1, 2, 3].map(() => aServiceVault(vault)));
  const [other, another] = [await aServiceVault(vault), await aServiceVault(vault)];
  // No limit but the one of the line in which all vaults wait ends a wait for them.
  const paths = openDatabaseHandles(`${vault.settings.DATABASE_URL ?? ""}?statement_timeout=0`, vault.activity.link);
  onTestFinished(() => paths.close());
  const record = ({ userId: owner }: ServiceVault) =>
    paths.writes.record([newRecord({ owner, action: "entry.reveal", actor: vaultItself })]);
  // From the second one on, the end is known.
  for (const one of [...held, other, another]) for (const _ of [1, 2, 3]) await record(one);
  await somebodyElse.query("BEGIN");
  for (const { userId } of held)
    await somebodyElse.query(`SELECT "userId" FROM "ActivityHead" WHERE "userId" = $1 FOR UPDATE`, [userId]);
  let isOver = false;
  const late = [...held, ...held].map(record);
  void Promise.race(late.map((one) => one.catch(() => undefined))).then(() => (isOver = true));
  // Together with them, and once they wait.
  await Promise.all([record(other), record(another)]);
  late.push(...held.map(record));
  await record(other);
  expect(isOver).toBe(false);
  await somebodyElse.query("ROLLBACK");
  await Promise.all(late);
  const recorded = ({ userId }: ServiceVault) => vault.db.activity.count({ where: { userId, action: "entry.reveal" } });
  expect(await Promise.all([...held, other, another].map(recorded))).toEqual([6, 6, 6, 5, 4]);
});
