import { randomUUID } from "node:crypto";
import { createAccessKey, listAccessKeys } from "@/lib/contracts/access/access-keys";
import { createCategory, listCategories } from "@/lib/contracts/vault/categories";
import { createEntry, deleteEntry, listEntries, revealEntry } from "@/lib/contracts/vault/entries";
import {
  createEnvProject,
  getEnvProject,
  listEnvProjects,
  revealEnvFile,
  saveEnvFile,
} from "@/lib/contracts/vault/envs";
import { acceptInvitation, createInvitation, listInvitations } from "@/lib/contracts/people/invitations";
import { listMembers } from "@/lib/contracts/people/members";
import { createTeam, listTeams } from "@/lib/contracts/people/teams";
import { listPasskeys } from "@/lib/contracts/people/passkeys";
import { listIdentities } from "@/lib/contracts/people/identities";
import { exportEntries } from "@/lib/contracts/transfer/export";
import { createShareLink, listShareLinks } from "@/lib/contracts/transfer/links";
import { listReminders } from "@/lib/contracts/access/reminders";
import { listTrash } from "@/lib/contracts/vault/trash";
import { createTrustRule, listTrustRules } from "@/lib/contracts/access/trust-rules";
import { createTwoFactorToken, listTwoFactorTokens } from "@/lib/contracts/vault/two-factor";
import { listSessions } from "@/lib/contracts/people/sessions";
import type { ErrorCode } from "@/lib/errors";
import { type Actor, aUser } from "../callers/actors";
import { Authenticator } from "../sign-in/authenticator";
import { createWebhook, listWebhooks, testWebhook } from "@/lib/contracts/access/webhooks";
import { tokenOf } from "../callers/teams";
import { changeSharedSigned } from "../vaults/shared-store";

/** One of everything that a user can own. */
export type Belongings = {
  /** The path ids of the resource whose absence gives this error. */
  ids: Partial<Record<ErrorCode, Record<string, string>>>;
  /** Everything that the owner sees, secrets included. */
  look(): Promise<unknown>;
};

/** Gives a session's user one of every kind of data. Names and secrets contain `mark`. */
export async function belongingsOf(session: Pick<Actor, "call">, mark: string): Promise<Belongings> {
  // A name must not contain a line separator.
  const name = mark.replaceAll("\u2028", "");
  const category = await session.call(createCategory, {
    body: { name: `category ${name}`, keyType: "simple", envVarName: "MARK" },
  });
  const entry = await session.call(createEntry, {
    body: {
      categoryId: category.id,
      name: `entry ${name}`,
      value: `value-${mark}`,
      environment: "production",
      notes: `notes ${mark}`,
      rotateEveryDays: 7,
    },
  });
  const deleted = await session.call(createEntry, {
    body: { categoryId: category.id, name: `deleted ${name}`, value: `value-${mark}` },
  });
  await session.call(deleteEntry, { params: { id: deleted.id } });
  const token = await session.call(createTwoFactorToken, {
    body: { service: `service ${name}`, accountName: `account ${name}`, secret: "JBSWY3DPEHPK3PXP" },
  });
  const { data: project } = await session.call(createEnvProject, {
    body: { name: `project ${name}`, description: `description ${mark}` },
  });
  const { data: file } = await session.call(saveEnvFile, {
    params: { id: project.id },
    body: { fileType: "env.local", content: `MARK=${mark}\n` },
  });
  const key = await session.call(createAccessKey, { body: { name: `key ${name}`, scopes: ["entries:read"] } });
  const rule = await session.call(createTrustRule, {
    body: {
      name: `rule ${name}`,
      issuer: "https://issuer.example.com",
      audience: `audience ${name}`,
      claims: { sub: `repo ${name}` },
      scopes: ["entries:read"],
    },
  });
  const link = await session.call(createShareLink, {
    body: { ciphertext: "AQAA", views: 2, expiresInHours: 1, hint: `hint ${name}` },
  });
  const webhook = await session.call(createWebhook, {
    body: { url: `https://hooks.example.com/${encodeURIComponent(mark)}`, events: ["account.identity-unlink"] },
  });
  const delivery = await session.call(testWebhook, { params: { id: webhook.id } });
  return {
    ids: {
      CATEGORY_NOT_FOUND: { id: category.id },
      ENTRY_NOT_FOUND: { id: entry.id },
      TWO_FACTOR_NOT_FOUND: { id: token.id },
      ENV_PROJECT_NOT_FOUND: { id: project.id },
      ENV_FILE_NOT_FOUND: { id: project.id, fileId: file.id },
      TRASH_ITEM_NOT_FOUND: { id: deleted.id },
      ACCESS_KEY_NOT_FOUND: { id: key.id },
      TRUST_RULE_NOT_FOUND: { id: rule.id },
      LINK_NOT_FOUND: { id: link.id },
      WEBHOOK_NOT_FOUND: { id: webhook.id, deliveryId: delivery.id },
    },
    look: async () => ({
      categories: await session.call(listCategories),
      entries: await session.call(listEntries),
      value: await session.call(revealEntry, { params: { id: entry.id } }),
      tokens: await session.call(listTwoFactorTokens),
      projects: await session.call(listEnvProjects),
      project: await session.call(getEnvProject, { params: { id: project.id } }),
      file: await session.call(revealEnvFile, { params: { id: project.id, fileId: file.id } }),
      keys: await session.call(listAccessKeys),
      rules: await session.call(listTrustRules),
      links: await session.call(listShareLinks),
      webhooks: await session.call(listWebhooks),
      reminders: await session.call(listReminders),
      trash: await session.call(listTrash),
      export: await session.call(exportEntries),
    }),
  };
}

/** The same, plus what belongs to the account itself: a passkey, an identity, its session. Only on the shared vault. */
export async function allBelongingsOf(session: Actor, mark: string): Promise<Belongings> {
  const { ids, look } = await belongingsOf(session, mark);
  const passkey = await new Authenticator().register(session, `passkey ${mark}`);
  const identityId = await anIdentity(session, mark);
  const team = await aTeamWithMember(session);
  const sessions = await session.call(listSessions);
  return {
    ids: {
      ...ids,
      IDENTITY_NOT_FOUND: { id: identityId },
      PASSKEY_NOT_FOUND: { id: passkey.id },
      TEAM_NOT_FOUND: team.ids,
      SESSION_NOT_FOUND: { id: sessions.find(({ current }) => current)?.id ?? "" },
    },
    look: async () => ({
      ...((await look()) as object),
      team: await team.look(),
      identities: await session.call(listIdentities),
      passkeys: await session.call(listPasskeys),
      sessions: (await session.call(listSessions)).map(({ id }) => id),
    }),
  };
}

/** A team of the session's user, with another member and an open invitation. */
async function aTeamWithMember(session: Actor) {
  const { id } = await session.call(createTeam, { body: { name: "Payments" } });
  const invited = () => session.call(createInvitation, { params: { id }, body: { role: "reader" } });
  const member = await aUser();
  await member.session.call(acceptInvitation, { body: { token: tokenOf(await invited()) } });
  const invitation = await invited();
  const params = { id };
  return {
    ids: { id, userId: member.id, invitationId: invitation.id },
    look: async () => [
      await session.call(listTeams),
      await session.call(listMembers, { params }),
      await session.call(listInvitations, { params }),
    ],
  };
}

/** Inserted as if it had been linked: the shared vault has no provider. */
async function anIdentity(session: Actor, mark: string): Promise<string> {
  const { user } = (await (await session.fetch("/api/auth/session")).json()) as { user: { id: string } };
  const id = randomUUID();
  changeSharedSigned(
    'INSERT INTO "Account" ("id", "userId", "issuer", "subject", "createdAt") VALUES (?, ?, ?, ?, ?)',
    [id, user.id, "https://login.example.com", `${mark} ${id}`, new Date().toISOString().replace("Z", "+00:00")],
  );
  return id;
}
