import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { SessionCaller } from "@/lib/auth/caller";
import { assertCallerStillValid } from "@/lib/auth/credentials/caller-still-valid";
import { addMember } from "@/lib/auth/grants/invitation";
import type { Role } from "@/lib/contracts/people/roles";
import { hashToken, newRandomToken } from "@/lib/crypto/tokens/token";
import { holdOwner, lockAccount, lockVaultForDeletion, lockMembers, lockVault } from "@/lib/db/transactions/isolation";
import type { AppError } from "@/lib/errors";
import { deleteAccount } from "@/lib/identity/accounts/account";
import type { Runtime } from "@/lib/runtime";
import { createAccessKey } from "@/lib/services/access/access-keys";
import { createShareLink, deleteShareLink } from "@/lib/services/access/share-links";
import { createTrustRule } from "@/lib/services/access/trust-rules";
import { replaceCalendar } from "@/lib/services/doors/change/calendar";
import * as change from "@/lib/services/doors/change/change";
import { note } from "@/lib/services/doors/record/record";
import { vaultSubject } from "@/lib/services/doors/subjects";
import { inOneTransaction } from "@/lib/services/doors/transaction";
import { createCategory } from "@/lib/services/entries/categories";
import { createEntry, listEntries } from "@/lib/services/entries/entries";
import { renameProject } from "@/lib/services/projects";
import * as references from "@/lib/services/references/rewrite";
import { createCalendar, deleteCalendar, getCalendar } from "@/lib/services/reminders/calendar";
import { acceptInvitation, createInvitation, deleteInvitation } from "@/lib/services/teams/invitations";
import { removeMember, updateMember } from "@/lib/services/teams/members";
import { createTeam, deleteTeam } from "@/lib/services/teams/teams";
import { transfer } from "@/lib/services/transfer";
import { createWebhook, deleteWebhook } from "@/lib/services/webhooks/webhooks";
import { tokenOf } from "../../support/callers/teams";
import { outcomeBesideIn, type Step, waitersIn } from "../../support/postgresql/outcome-beside";
import { openSession } from "../../support/sign-in/open-session";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

// Owners take rights away at once, whatever those who lose them do meanwhile.
let vault: Runtime & { close(): Promise<void> };
beforeAll(async () => void (vault = await openOwnRuntime()));
afterEach(() => void vi.restoreAllMocks());
afterAll(() => vault.close());

const linked = { ciphertext: "bm90IGEgc2VjcmV0", views: 1, expiresInHours: 1 };

async function aPerson(ownId: string = randomUUID()): Promise<SessionCaller & { email: string }> {
  const email = `${randomUUID()}@example.com`;
  const { id } = await vault.db.user.create({ data: { id: ownId, email } });
  return { ...(await openSession(id)), email };
}

/** Somebody's context in a team, as of a request. */
function within(person: SessionCaller, id: string, role: Role) {
  const caller: SessionCaller = { ...person, team: { id, role } };
  return {
    caller,
    assertStands: (tx: Parameters<typeof assertCallerStillValid>[0]) => assertCallerStillValid(tx, caller, "session"),
  };
}

/** A team with an owner and a member. */
async function aTeam(role: Role = "editor") {
  const [owner, member, stranger] = [await aPerson(), await aPerson(), await aPerson()];
  const { id } = await createTeam({ caller: owner }, { name: "Payments" });
  await vault.db.$transaction((tx) => addMember(tx, { teamId: id, userId: member.userId, role, bounds: null }));
  const remove = () => removeMember({ caller: owner }, id, member.userId, { keys: "revoke" });
  const asMember = within(member, id, role);
  const isMember = async () =>
    (await vault.db.membership.count({ where: { teamId: id, userId: member.userId } })) === 1;
  return { id, owner, member, stranger, remove, asMember, isMember };
}
type Team = Awaited<ReturnType<typeof aTeam>>;

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: AppError) => error.code,
  );

/** Lets a function go on once it is told to, and says when it has been called. */
function held() {
  let [call, goOn] = [() => {}, () => {}];
  const called = new Promise<void>((resolve) => (call = resolve));
  const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
  onTestFinished(() => goOn());
  const wait = () => {
    call();
    return mayGoOn;
  };
  return { called, goOn, wait };
}

const entryIn = async (ctx: { caller: SessionCaller }) => {
  const { id: categoryId } = await createCategory(ctx, { name: "Stripe", keyType: "json" });
  return (await createEntry(ctx, { categoryId, name: "billing", value: "1" })).id;
};

/** Three long changes of a vault, which is as many as there can be at once, and how they end. */
async function changingForLong(ctx: Parameters<typeof inOneTransaction>[0], vaultId: string) {
  const { goOn, wait } = held();
  const long = [1, 2, 3].map(() =>
    codeOf(
      inOneTransaction(
        ctx,
        async (ctx) => {
          await lockVault(ctx.tx, "postgresql", vaultId);
          await wait();
          note(ctx, "calendar.create", [vaultSubject()]);
        },
        { timeout: 20_000 },
      ),
    ),
  );
  await expect.poll(() => waitersIn(vault.db), { timeout: 5_000 }).toBe(2);
  return { goOn, long: Promise.all(long) };
}

test("a member's long changes of the vault keep no owner from taking rights away, and are refused for it", async () => {
  const { id, owner, member, asMember, remove } = await aTeam();
  const { goOn, long } = await changingForLong(asMember, id);
  const demoted = await updateMember({ caller: owner }, id, member.userId, { role: "reader" });
  expect(demoted).toMatchObject({ role: "reader" });
  await remove();
  goOn();
  expect(await long).toEqual(["TEAM_NOT_FOUND", "TEAM_NOT_FOUND", "TEAM_NOT_FOUND"]);
});

test("nor from withdrawing invitations, links, webhooks and calendars", async () => {
  const { id, owner, asMember } = await aTeam();
  const asOwner = within(owner, id, "owner");
  const invited = { role: "reader" as const, expiresInHours: 1 };
  const invitation = await createInvitation({ caller: owner }, id, invited, "https://vault.example");
  const link = await createShareLink(asMember, linked, "https://vault.example");
  const webhook = await createWebhook(asOwner, { url: "https://hooks.example/", events: ["*"] });
  await createCalendar(asOwner, "https://vault.example");
  const { goOn, long } = await changingForLong(asMember, id);
  await deleteInvitation({ caller: owner }, id, invitation.id);
  await deleteShareLink(asOwner, link.id);
  await deleteWebhook(asOwner, webhook.id);
  await deleteCalendar(asOwner);
  goOn();
  expect(await long).toEqual(["done", "done", "done"]);
});

test("nor does a project that they rename, even if a key of theirs is limited to it", async () => {
  const { asMember, remove } = await aTeam();
  await entryIn(asMember);
  await createAccessKey(asMember, { name: "CI", scopes: ["entries:read"], projects: ["billing"] });
  const { called, goOn, wait } = held();
  vi.spyOn(references, "findToRewrite").mockImplementation(() => wait().then(() => () => Promise.resolve(0)));
  const renaming = codeOf(renameProject(asMember, { from: "billing", to: "payments" }));
  await called;
  await remove();
  goOn();
  expect(await renaming).toBe("TEAM_NOT_FOUND");
});

test("nor does what they move there from their own vault, which stays where it is", async () => {
  const { id, member, remove } = await aTeam();
  const ctx = { caller: member, assertStands: () => Promise.resolve() };
  const entryId = await entryIn(ctx);
  const { called, goOn, wait } = held();
  const { move } = change;
  vi.spyOn(change, "move").mockImplementation(async (...given) => {
    await move(...given);
    await wait();
  });
  const wanted = { teamId: id, entryIds: [entryId], envProjectIds: [], twoFactorTokenIds: [] };
  const moving = codeOf(transfer(ctx, wanted));
  await called;
  await remove();
  goOn();
  expect(await moving).toBe("TEAM_NOT_FOUND");
  expect(await listEntries(ctx)).toMatchObject([{ id: entryId }]);
});

test("a guest who changes their own vault for long keeps no owner from inviting others", async () => {
  const { id, owner } = await aTeam();
  // Whose turns come behind the team's.
  const guest = await aPerson(`z${randomUUID()}`);
  const invited = { role: "reader" as const, expiresInHours: 1 };
  const invite = () => createInvitation({ caller: owner }, id, invited, "https://vault.example");
  const tokens = await Promise.all([1, 2, 3].map(async () => tokenOf(await invite())));
  const { goOn, long } = await changingForLong({ caller: guest }, guest.userId);
  const accepting = tokens.map((token) => codeOf(acceptInvitation({ caller: guest }, { token })));
  await invite();
  expect((await Promise.all(accepting)).sort()).toEqual(["ALREADY_MEMBER", "ALREADY_MEMBER", "done"]);
  goOn();
  await long;
});

test("a team is deleted at once, whatever its owner changes in their own vault for long", async () => {
  const { id, owner } = await aTeam();
  const { goOn, long } = await changingForLong({ caller: owner }, owner.userId);
  await deleteTeam({ caller: owner }, id, { name: "Payments" });
  goOn();
  await long;
});

const outcomeBeside = outcomeBesideIn(() => vault.db);
const rule = {
  ...{ name: "Deploy", issuer: "https://issuer.example", audience: "vault", claims: { sub: "repo:acme/web" } },
  ...{ scopes: ["entries:read" as const], minutes: 5 },
};

test.each<[string, (team: Team) => Promise<unknown>]>([
  ["an access key", ({ asMember }) => createAccessKey(asMember, { name: "CI", scopes: ["entries:read"] })],
  ["a trust rule", ({ asMember }) => createTrustRule(asMember, rule)],
  ["a link", ({ asMember }) => createShareLink(asMember, linked, "https://a.example")],
  ["a calendar", ({ asMember }) => createCalendar(asMember, "https://vault.example")],
])("%s is not made by a member who is being removed", async (_, make) => {
  const team = await aTeam();
  const removal: Step = (tx) => tx.membership.deleteMany({ where: { userId: team.member.userId } });
  const work = () => make({ ...team, asMember: { ...team.asMember, assertStands: () => Promise.resolve() } });
  expect(await outcomeBeside((tx) => lockMembers(tx, "postgresql", team.id), work, removal)).toBe("TEAM_NOT_FOUND");
});

test("a calendar that is revoked while it gets a new address is gone with that", async () => {
  const caller = await aPerson();
  await createCalendar({ caller }, "https://vault.example");
  const replacement: Step = (tx) =>
    replaceCalendar({ caller, tx, records: [] }, caller.userId, hashToken(newRandomToken()));
  expect(await outcomeBeside(replacement, () => deleteCalendar({ caller }))).toBeUndefined();
  expect(await getCalendar({ caller })).toEqual({ createdAt: null });
});

test("of two owners, one leaves or is gone with their account: the other one stays", async () => {
  for (const leave of [
    ({ id, member }: Team) => removeMember({ caller: member }, id, member.userId, { keys: "revoke" }),
    ({ member: { email, ...caller } }: Team) => deleteAccount(caller, { email }),
  ]) {
    const team = await aTeam("owner");
    const other: Step = (tx) => tx.membership.deleteMany({ where: { teamId: team.id, userId: team.owner.userId } });
    const outcome = await outcomeBeside(
      (tx) => lockMembers(tx, "postgresql", team.id),
      () => leave(team),
      other,
    );
    expect(["LAST_OWNER", "TEAMS_WOULD_END"]).toContain(outcome);
    expect(await team.isMember()).toBe(true);
  }
});

test.each<[string, (team: Team) => Promise<unknown>, string]>([
  [
    "the deletion of an account by a wrong address",
    ({ member }) => deleteAccount(member, { email: "wrong@example.com" }),
    "VALIDATION_ERROR",
  ],
  [
    "the deletion of an account with which a team would end",
    ({ member: { email, ...caller } }) => deleteAccount(caller, { email }),
    "TEAMS_WOULD_END",
  ],
  [
    "leaving a team and keeping one's keys there",
    ({ id, member }) => removeMember({ caller: member }, id, member.userId, { keys: "keep" }),
    "VALIDATION_ERROR",
  ],
  [
    "the removal of an owner by an editor",
    ({ id, owner, member }) => removeMember({ caller: member }, id, owner.userId, { keys: "revoke" }),
    "TEAM_OWNER_REQUIRED",
  ],
  [
    "leaving a team of others",
    ({ id, stranger }) => removeMember({ caller: stranger }, id, stranger.userId, { keys: "revoke" }),
    "TEAM_NOT_FOUND",
  ],
])("%s is refused before it locks anything", async (_, work, code) => {
  const team = await aTeam();
  await createTeam({ caller: team.member }, { name: "Their own" });
  await vault.db.$transaction(async (tx) => {
    for (const id of [team.id, team.member.userId].sort()) await lockVaultForDeletion(tx, "postgresql", id);
    expect(await codeOf(work(team))).toBe(code);
  });
});

test("an account that joins a team while it is about to be deleted waits for the team before it locks itself", async () => {
  const { id } = await aTeam();
  // Behind each team, in the order in which everybody locks them.
  const { email, ...caller } = await aPerson(`z${randomUUID()}`);
  const { userId } = caller;
  const deleting = await vault.db.$transaction(async (tx) => {
    await lockMembers(tx, "postgresql", id);
    const [deleting] = await vault.db.$transaction(async (tx) => {
      await lockAccount(tx, "postgresql", userId);
      const deleting = codeOf(deleteAccount(caller, { email }));
      await expect.poll(() => waitersIn(vault.db), { timeout: 5_000 }).toBe(1);
      await addMember(tx, { teamId: id, userId, role: "reader", bounds: null });
      return [deleting];
    });
    // The membership is there, and the members are locked.
    await expect.poll(() => waitersIn(vault.db), { timeout: 5_000 }).toBe(1);
    await holdOwner(tx, "postgresql", userId);
    return [deleting];
  });
  expect(await Promise.all(deleting)).toEqual(["done"]);
});
