import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SessionCaller } from "@/lib/auth/caller";
import { beginSession } from "@/lib/auth/credentials/session";
import { type CoveredRow, selectionOf } from "@/lib/crypto/macs/covered-columns";
import { newWebhookSecret } from "@/lib/crypto/macs/webhook-signature";
import { holdFreeRows } from "@/lib/db/transactions/free-rows";
import { holdRow, lockVaultForDeletion, lockTeamForLeaving, lockOwner } from "@/lib/db/transactions/isolation";
import { lockActivityHead } from "@/lib/db/queries/activity/activity-append";
import { allIn } from "@/lib/db/queries/in-transaction";
import {
  lockAccessKeysOfOwner,
  lockLinksOfOwner,
  lockTrustRulesOfOwner,
  lockWebhooksOfOwner,
} from "@/lib/db/queries/locks";
import { tableNamed } from "@/lib/db/tables";
import { holdAccount } from "@/lib/identity/accounts/account-row";
import type { Runtime } from "@/lib/runtime";
import { createAccessKey, rotateAccessKey } from "@/lib/services/access/access-keys";
import { createCategory } from "@/lib/services/entries/categories";
import { issueKey } from "@/lib/services/doors/disclose/issue-key";
import { createEntry } from "@/lib/services/entries/entries";
import { saveEnvFile } from "@/lib/services/envs/env-files";
import { createEnvProject, updateEnvProject } from "@/lib/services/envs/envs";
import { importItems } from "@/lib/services/import";
import { tellEveryVault } from "@/lib/services/maintenance/tell-every-vault";
import { renameProject } from "@/lib/services/projects";
import { acceptInvitation, createInvitation } from "@/lib/services/teams/invitations";
import { createShareLink } from "@/lib/services/access/share-links";
import { removeMember } from "@/lib/services/teams/members";
import { createTeam, deleteTeam } from "@/lib/services/teams/teams";
import { createTrustRule } from "@/lib/services/access/trust-rules";
import { createWebhook, deleteWebhook, updateWebhook } from "@/lib/services/webhooks/webhooks";
import { sendTest } from "@/lib/webhooks/by-hand";
import { requestFacts } from "../../support/callers/request-facts";
import { tokenOf } from "../../support/callers/teams";
import { openOwnRuntime } from "../../support/vaults/own-runtime";
import { outcomeBesideIn, type Step } from "../../support/postgresql/outcome-beside";

// Everybody locks a vault's rows first, in one order, and then its owner. Whoever waited for a row while they hold the
// owner could be ended by PostgreSQL in favour of who holds the row.
let vault: Runtime & { close(): Promise<void> };
beforeAll(async () => {
  vault = await openOwnRuntime();
});
afterAll(() => vault.close());

async function aPerson(): Promise<SessionCaller> {
  const { id: userId } = await vault.db.user.create({ data: { email: `${randomUUID()}@example.com` } });
  return { kind: "session", userId, sessionId: randomUUID(), provenAt: new Date() };
}

const rule = {
  ...{ name: "Deploy", issuer: "https://issuer.example", audience: "vault", claims: { sub: "repo:acme/web" } },
  ...{ scopes: ["entries:read" as const], minutes: 5 },
};

/** A team with an owner and an editor, and one thing of them there. */
async function aTeam(thing: "rule" | "key" | "link" | "webhook") {
  const [owner, editor] = [await aPerson(), await aPerson()];
  const { id } = await createTeam({ caller: owner }, { name: "Payments" });
  const membership = { id: randomUUID(), teamId: id, userId: editor.userId, role: "editor", bounds: null };
  await vault.db.membership.create({ data: vault.rights.sign("Membership", membership) });
  const asOwner = { caller: { ...owner, team: { id, role: "owner" as const } } };
  const asEditor = { caller: { ...editor, team: { id, role: "editor" as const } } };
  const make = {
    rule: () => createTrustRule(asEditor, rule),
    key: () => createAccessKey(asEditor, { name: "CI", scopes: ["entries:read"], projects: ["billing"] }),
    link: () =>
      createShareLink(
        asEditor,
        { ciphertext: "bm90IGEgc2VjcmV0", views: 1, expiresInHours: 1 },
        "https://vault.example",
      ),
    webhook: () => createWebhook(asOwner, { url: "https://hooks.example/", events: ["*"] }),
  };
  return { id, owner, editor, asOwner, thing: (await make[thing]()).id };
}
type Team = Awaited<ReturnType<typeof aTeam>>;

const outcomeBeside = outcomeBesideIn(() => vault.db);

const locking =
  (lock: typeof lockAccessKeysOfOwner, userId: string): Step =>
  (tx) =>
    allIn(tx, "postgresql", lock, { userId });

const target = { url: "https://127.0.0.1/", events: ["*"], secret: newWebhookSecret() };

const leaving = ({ id, owner, editor }: Team) => removeMember({ caller: owner }, id, editor.userId, { keys: "revoke" });

const cases: [
  what: string,
  Parameters<typeof aTeam>[0],
  typeof lockLinksOfOwner,
  (team: Team) => Promise<unknown>,
  unknown,
][] = [
  ["removing a member with a trust rule", "rule", lockTrustRulesOfOwner, leaving, "TEAM_NOT_FOUND"],
  ["removing a member with an access key", "key", lockAccessKeysOfOwner, leaving, "TEAM_NOT_FOUND"],
  ["removing a member with a link", "link", lockLinksOfOwner, leaving, "TEAM_NOT_FOUND"],
  [
    ...(["changing a webhook", "webhook", lockWebhooksOfOwner] as const),
    ({ asOwner, thing }) => updateWebhook(asOwner, thing, { events: ["entry.create"] }),
    "WEBHOOK_NOT_FOUND",
  ],
  [
    ...(["deleting a webhook", "webhook", lockWebhooksOfOwner] as const),
    ({ asOwner, thing }) => deleteWebhook(asOwner, thing),
    "WEBHOOK_NOT_FOUND",
  ],
  [
    ...(["testing a webhook", "webhook", lockWebhooksOfOwner] as const),
    ({ id: userId, thing: id }) => sendTest({ id, userId }, target),
    null,
  ],
  [
    ...(["issuing a key", "rule", lockTrustRulesOfOwner] as const),
    async ({ thing: id }) =>
      issueKey(await vault.db.trustRule.findUniqueOrThrow({ where: { id } }), "repo:acme/web", requestFacts()),
    null,
  ],
];

test.each(cases)(
  "%s of a team that is being deleted: neither is refused for it",
  async (_, thing, lock, work, outcome) => {
    const team = await aTeam(thing);
    const { id } = team;
    const deletion: Step = async (tx) => {
      await lockVaultForDeletion(tx, "postgresql", id);
      await tx.team.delete({ where: { id } });
    };
    expect(await outcomeBeside(locking(lock, id), () => work(team), deletion)).toBe(outcome);
    expect(await vault.db.team.count({ where: { id } })).toBe(0);
  },
);

describe("an access key that is limited to a project", () => {
  async function aLimitedKey() {
    const team = await aTeam("key");
    const { asOwner, thing: id } = team;
    const { id: categoryId } = await createCategory(asOwner, { name: "Stripe", keyType: "json" });
    await createEntry(asOwner, { categoryId, name: "billing", value: "1" });
    const rename = () => renameProject(asOwner, { from: "billing", to: "payments" });
    const rotate: Step = (tx) => rotateAccessKey({ caller: asOwner.caller, tx, records: [] }, id, { overlapHours: 0 });
    const stored = () =>
      vault.db.accessKey.findUniqueOrThrow({ where: { id }, select: selectionOf("AccessKey") }) as Promise<
        CoveredRow<"AccessKey"> & { mac: string | null }
      >;
    return { ...team, rename, rotate, stored };
  }
  const renamed = expect.objectContaining({ accessKeys: 1 }) as unknown;

  test("whose project is renamed while its maker is removed: neither is refused for it", async () => {
    const { id, rename } = await aLimitedKey();
    const removal: Step = (tx) => lockTeamForLeaving(tx, "postgresql", id);
    expect(await outcomeBeside(locking(lockAccessKeysOfOwner, id), rename, removal)).toEqual(renamed);
  });

  test("that is rotated while its project is renamed works under its new name", async () => {
    const { rename, rotate, stored } = await aLimitedKey();
    expect(await outcomeBeside(rotate, rename)).toEqual(renamed);
    const key = await stored();
    expect([key.bounds, vault.rights.isGenuine("AccessKey", key)]).toEqual([expect.stringContaining("payments"), true]);
  });

  test("that is rotated while its maker is removed works on for the remover", async () => {
    const { id, owner, editor, rotate, stored } = await aLimitedKey();
    await outcomeBeside(rotate, () => removeMember({ caller: owner }, id, editor.userId, { keys: "keep" }));
    const key = await stored();
    expect([key.makerId, vault.rights.isGenuine("AccessKey", key)]).toEqual([owner.userId, true]);
  });
});

describe("while a project is renamed", () => {
  async function aRenaming() {
    const asPerson = { caller: await aPerson() };
    const { id: categoryId } = await createCategory(asPerson, { name: "Stripe", keyType: "json" });
    await createEntry(asPerson, { categoryId, name: "billing", value: "1" });
    const rename: Step = (tx) =>
      renameProject({ caller: asPerson.caller, tx, records: [] }, { from: "billing", to: "payments" });
    return { asPerson, rename };
  }

  test("an access key is not made, but after it", async () => {
    const { asPerson, rename } = await aRenaming();
    const make = () => createAccessKey(asPerson, { name: "CI", scopes: ["entries:read"], projects: ["billing"] });
    expect(await outcomeBeside(rename, make)).toMatchObject({ projects: ["billing"] });
  });

  test("a key that a trust rule issues is limited to its new name", async () => {
    const { asPerson, rename } = await aRenaming();
    const { id } = await createTrustRule(asPerson, { ...rule, projects: ["billing"] });
    const row = await vault.db.trustRule.findUniqueOrThrow({ where: { id } });
    await outcomeBeside(rename, () => issueKey(row, "repo:acme/web", requestFacts()));
    expect(await vault.db.accessKey.findFirst({ where: { ruleId: id } })).toMatchObject({
      bounds: '{"projects":["payments"]}',
    });
  });
});

test("an invitation that is accepted while a project of its limits is renamed gives the project by its new name", async () => {
  const { id, asOwner } = await aTeam("webhook");
  const { id: categoryId } = await createCategory(asOwner, { name: "Stripe", keyType: "json" });
  await createEntry(asOwner, { categoryId, name: "billing", value: "1" });
  const limits = { role: "reader" as const, projects: ["billing"], expiresInHours: 1 };
  const { url } = await createInvitation(asOwner, id, limits, "https://vault.example");
  const newcomer = await aPerson();
  const rename: Step = (tx) =>
    renameProject({ caller: asOwner.caller, tx, records: [] }, { from: "billing", to: "payments" });
  const accept = () => acceptInvitation({ caller: newcomer }, { token: tokenOf({ url }) });
  expect(await outcomeBeside(rename, accept)).toMatchObject({ role: "reader", projects: ["payments"] });
});

test("a team is deleted while its owner's account is about to be: neither is refused for it", async () => {
  const { id, owner } = await aTeam("link");
  const removal: Step = (tx) => lockVaultForDeletion(tx, "postgresql", id);
  const work = () => deleteTeam({ caller: owner }, id, { name: "Payments" });
  expect(
    await outcomeBeside((tx) => lockVaultForDeletion(tx, "postgresql", owner.userId), work, removal),
  ).toBeUndefined();
});

test("a passkey that is removed while its sign-in waits begins no session", async () => {
  const { userId } = await aPerson();
  const passkey = {
    name: "Phone",
    credentialId: randomUUID(),
    publicKey: Buffer.from("x"),
    counter: 0n,
    transports: "",
  };
  const { id: passkeyId } = await vault.db.passkey.create({ data: { userId, ...passkey } });
  const identity = { issuer: "https://login.example.com", subject: randomUUID() };
  await vault.db.account.create({ data: { userId, ...identity } });
  for (const [method, proof] of [
    ["passkey", { passkeyId }],
    ["oidc", identity],
  ] as const) {
    const removal: Step = async (tx) => {
      await tx.passkey.deleteMany({ where: { userId } });
      await tx.account.deleteMany({ where: { userId } });
    };
    const signIn = () => beginSession(userId, { method, proof });
    expect(await outcomeBeside((tx) => holdAccount(tx, userId), signIn, removal)).toBe("AUTH_REQUIRED");
  }
  expect(await vault.db.session.count({ where: { userId } })).toBe(0);
});

test("an import is previewed while its vault is about to be deleted: neither is refused for it", async () => {
  const caller = await aPerson();
  await createCategory({ caller }, { name: "Stripe", keyType: "json" });
  const { userId } = caller;
  const removal: Step = (tx) => allIn(tx, "postgresql", lockActivityHead, { userId });
  const work = () => importItems({ caller }, { preview: true, categories: [{ name: "Stripe", keyType: "json" }] });
  const outcome = await outcomeBeside((tx) => lockVaultForDeletion(tx, "postgresql", userId), work, removal);
  expect(outcome).toMatchObject({ preview: true });
});

test("an account that is deleted while every vault is told of a command is told nothing", async () => {
  const { userId } = await aPerson();
  const tell = () => tellEveryVault(vault.db, { kind: "postgresql", link: vault.activity.link }, "rotate");
  const deletion: Step = (tx) => tx.user.delete({ where: { id: userId } });
  expect(await outcomeBeside((tx) => lockVaultForDeletion(tx, "postgresql", userId), tell, deletion)).toBeUndefined();
});

test("rows of a team and a user are sealed anew while something moves between the two: neither is refused for it", async () => {
  // In the order of their ids, the team comes first.
  const id = `00000000-${randomUUID().slice(9)}`;
  await vault.db.team.create({ data: { id, name: "Payments" } });
  const { userId } = await aPerson();
  const rows = [
    { id: randomUUID(), userId },
    { id: randomUUID(), userId: id },
  ];
  const hold = () => vault.db.$transaction((tx) => holdFreeRows(tx, "postgresql", tableNamed("KeyEntry"), rows));
  const moving: Step = (tx) => lockOwner(tx, "postgresql", userId);
  expect(await outcomeBeside((tx) => lockOwner(tx, "postgresql", id), hold, moving)).toEqual(new Set());
});

test("an env project is renamed while one of its files is saved: neither is refused for it", async () => {
  const caller = await aPerson();
  const { userId } = caller;
  const { id } = await createEnvProject({ caller }, { name: "billing" });
  for (const content of ["A=1\n", "A=2\n"]) await saveEnvFile({ caller }, id, { fileType: "env", content });
  const [file] = await vault.db.envFile.findMany({ where: { projectId: id }, select: { id: true } });
  const where = { fileId: file?.id ?? "" };
  const saving: Step = async (tx) => {
    await holdRow(tx, "postgresql", "EnvFile", { id: where.fileId, userId });
    await tx.envFileVersion.deleteMany({ where });
  };
  const rename = () => updateEnvProject({ caller }, id, { name: "payments" });
  const raising: Step = (tx) => lockOwner(tx, "postgresql", userId);
  expect(await outcomeBeside(saving, rename, raising)).toMatchObject({ name: "payments" });
});
