import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SessionCaller } from "@/lib/auth/caller";
import { newWebhookSecret } from "@/lib/crypto/webhook-signature";
import { lockEndingVault } from "@/lib/db/isolation";
import { allIn } from "@/lib/db/queries/in-transaction";
import {
  lockAccessKeysOfOwner,
  lockLinksOfOwner,
  lockTrustRulesOfOwner,
  lockWebhooksOfOwner,
} from "@/lib/db/queries/locks";
import { AppError } from "@/lib/errors";
import type { Runtime } from "@/lib/runtime";
import { createAccessKey } from "@/lib/services/access-keys";
import { issueKey } from "@/lib/services/doors/issue-key";
import { createShareLink } from "@/lib/services/share-links";
import { removeMember } from "@/lib/services/teams/members";
import { createTeam } from "@/lib/services/teams/teams";
import { createTrustRule } from "@/lib/services/trust-rules";
import { createWebhook, deleteWebhook, updateWebhook } from "@/lib/services/webhooks";
import { sendTest } from "@/lib/webhooks/by-hand";
import { requestFacts } from "../support/request-facts";
import { openOwnRuntime } from "../support/vaults/own-runtime";

// Whoever deletes a vault locks its rows and then its owner. Who works on such a row meanwhile must wait for it without
// holding the owner, or PostgreSQL ends one of the two.
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
    key: () => createAccessKey(asEditor, { name: "CI", scopes: ["entries:read"] }),
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

const somebodyWaits = async (): Promise<number> =>
  (
    await vault.db.$queryRaw<object[]>`SELECT pid FROM pg_locks WHERE NOT granted
      AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`
  ).length;

/** How work on rows ends of a team that is deleted, of which they are locked already. */
async function outcomeBesideDeletion({ id }: Team, lock: typeof lockAccessKeysOfOwner, work: () => Promise<unknown>) {
  let working: Promise<unknown> = Promise.resolve();
  await vault.db.$transaction(
    async (tx) => {
      await allIn(tx, "postgresql", lock, { userId: id });
      working = work().catch((error: unknown) => (error instanceof AppError ? error.code : String(error)));
      await expect.poll(somebodyWaits, { timeout: 5_000 }).toBe(1);
      await lockEndingVault(tx, "postgresql", id);
      await tx.team.delete({ where: { id } });
    },
    { timeout: 20_000 },
  );
  return working;
}

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
    expect(await outcomeBesideDeletion(team, lock, () => work(team))).toBe(outcome);
    expect(await vault.db.team.count({ where: { id: team.id } })).toBe(0);
  },
);
