import { randomUUID } from "node:crypto";
import { createAccessKey, listAccessKeys, revokeAccessKey, rotateAccessKey } from "@/lib/contracts/access/access-keys";
import { getActivityHead, getKeyExposure, getMemberExposure, listActivity } from "@/lib/contracts/access/activity";
import { whoAmI } from "@/lib/contracts/access/whoami";
import {
  changePassword,
  deleteAccount,
  getAccount,
  reauthenticate,
  register,
  updateAccount,
} from "@/lib/contracts/people/account";
import { extractNames, previewExtraction } from "@/lib/contracts/transfer/ai-extract";
import { deleteCategory, getCategory, listCategories, updateCategory } from "@/lib/contracts/vault/categories";
import {
  createEntry,
  deleteEntry,
  getEntry,
  listEntries,
  revealEntry,
  updateEntry,
} from "@/lib/contracts/vault/entries";
import {
  createEnvProject,
  deleteEnvFile,
  deleteEnvProject,
  getEnvProject,
  listEnvProjects,
  revealEnvFile,
  saveEnvFile,
  updateEnvProject,
} from "@/lib/contracts/vault/envs";
import { getEntryUses, listFileLinks, resolveEnvProject } from "@/lib/contracts/vault/references";
import {
  acceptInvitation,
  createInvitation,
  deleteInvitation,
  listInvitations,
} from "@/lib/contracts/people/invitations";
import { listMembers, removeMember, updateMember } from "@/lib/contracts/people/members";
import { createTeam, deleteTeam, listTeams, updateTeam } from "@/lib/contracts/people/teams";
import { renameProject } from "@/lib/contracts/vault/projects";
import { transfer } from "@/lib/contracts/transfer/transfer";
import { exportEverything } from "@/lib/contracts/vault/everything";
import { exportEntries } from "@/lib/contracts/transfer/export";
import { listIdentities, unlinkIdentity } from "@/lib/contracts/people/identities";
import { importItems } from "@/lib/contracts/transfer/import";
import { getOpenApi } from "@/lib/contracts/openapi";
import {
  beginPasskeyReauthentication,
  beginPasskeySignIn,
  deletePasskey,
  listPasskeys,
  reauthenticateWithPasskey,
  renamePasskey,
} from "@/lib/contracts/people/passkeys";
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  replaceRecoveryCodes,
} from "@/lib/contracts/people/second-factor";
import { endOtherSessions, endSession, listSessions } from "@/lib/contracts/people/sessions";
import {
  changeEmail,
  confirmEmail,
  forgotPassword,
  getMailChoice,
  resetPassword,
  updateMailChoice,
} from "@/lib/contracts/people/mail";
import { createShareLink, deleteShareLink, listShareLinks, openShareLink } from "@/lib/contracts/transfer/links";
import {
  createCalendar,
  deleteCalendar,
  getCalendar,
  listReminders,
  readCalendar,
} from "@/lib/contracts/access/reminders";
import { getStats } from "@/lib/contracts/vault/stats";
import { deleteFromTrash, emptyTrash, listTrash, restoreFromTrash } from "@/lib/contracts/vault/trash";
import {
  listEntryVersions,
  listEnvFileVersions,
  restoreEntryVersion,
  restoreEnvFileVersion,
  revealEntryVersion,
  revealEnvFileVersion,
} from "@/lib/contracts/vault/versions";
import {
  createTwoFactorToken,
  deleteTwoFactorToken,
  listTwoFactorTokens,
  revealTwoFactorCode,
  updateTwoFactorToken,
} from "@/lib/contracts/vault/two-factor";
import { sealShared } from "@/lib/share/envelope";
import { scrypt } from "@/packages/svc/src/transfer/scrypt";
import { type Actor, anonymous, aUser, signIn, type User, withKey } from "../callers/actors";
import { Authenticator } from "../sign-in/authenticator";
import type { Canaries } from "../canaries";
import { aCategory } from "../rows/fixtures";
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  testWebhook,
  updateWebhook,
} from "@/lib/contracts/access/webhooks";
import { createTrustRule, deleteTrustRule, exchangeToken, listTrustRules } from "@/lib/contracts/access/trust-rules";
import { ruleFor, startIssuer } from "../servers/issuer";
import { type MailServer, tokenIn } from "../servers/mail-server";
import { tokenOf, within } from "../callers/teams";
import { codeAt, freshCode } from "../sign-in/second-factor";
import type { RunningVault } from "../vaults/server";
import { changeSigned } from "../sign-in/signing";

type VaultUnderTest = Pick<RunningVault, "baseUrl" | "dataDir">;

/**
 * A new user performs every operation correctly, with a secret wherever one belongs and plain text elsewhere. Callers
 * who count the requests notice a forgotten operation. Most of what is sealed remains. `mails`: the vault's mail server.
 */
export async function doEverything(vault: VaultUnderTest, canaries: Canaries, mails: MailServer): Promise<User> {
  const user = await aUser(vault.baseUrl);
  const { session } = user;
  await keepEntries(session, vault.baseUrl, canaries);
  await keepTokens(session, canaries);
  await keepEnvFiles(session, canaries);
  await emptyTrashOf(session);
  await shareWithTeam(session, vault.baseUrl, canaries);
  await guardAccount(user, vault, canaries);
  await comeAndGo(vault.baseUrl, canaries);
  await readMails(vault.baseUrl, canaries, mails);
  return user;
}

async function keepEntries(session: Actor, baseUrl: string, canaries: Canaries): Promise<void> {
  const simple = await aCategory(session);
  const group = await aCategory(session, { keyType: "group", envVarName: null });
  await session.call(updateCategory, { params: { id: group.id }, body: { description: "plain" } });
  await session.call(getCategory, { params: { id: group.id } });
  const { id } = await session.call(createEntry, {
    body: { categoryId: simple.id, name: "plain", value: canaries.text(), rotateEveryDays: 7 },
  });
  await session.call(updateEntry, { params: { id }, body: { value: canaries.text() } });
  await session.call(createEntry, {
    body: { categoryId: group.id, name: "plain", value: JSON.stringify({ A: canaries.text(), B: canaries.text() }) },
  });
  await session.call(getEntry, { params: { id } });
  await session.call(revealEntry, { params: { id } });
  await session.call(getEntryUses, { params: { id } });
  const gone = await session.call(createEntry, {
    body: { categoryId: simple.id, name: "plain", value: canaries.text() },
  });
  await session.call(deleteEntry, { params: { id: gone.id } });
  const former = { id, version: "1" };
  await session.call(listEntryVersions, { params: { id } });
  await session.call(revealEntryVersion, { params: former });
  await session.call(restoreEntryVersion, { params: former });
  await session.call(deleteCategory, { params: { id: (await aCategory(session)).id } });
  await session.call(importItems, {
    body: {
      entries: [{ category: "plain", keyType: "simple", envVarName: "PLAIN", name: "plain", value: canaries.text() }],
      twoFactor: [{ service: "plain", accountName: "plain", secret: canaries.totp() }],
    },
  });
  for (const list of [listCategories, listEntries, getStats]) await session.call(list);
  await session.call(exportEverything);
  for (const operation of [previewExtraction, extractNames])
    await session.call(operation, { body: { prompt: "plain" } });
  const made = await session.call(createAccessKey, { body: { name: "plain", scopes: ["export:read"] } });
  canaries.add(made.key);
  const rotated = await session.call(rotateAccessKey, { params: { id: made.id }, body: {} });
  canaries.add(rotated.key);
  for (const key of [made.key, rotated.key]) await withKey(key, baseUrl).call(exportEntries);
  await withKey(rotated.key, baseUrl).call(whoAmI);
  await session.call(listAccessKeys);
  await exchangeOne(session, baseUrl, canaries);
  await session.call(revokeAccessKey, { params: { id: made.id } });
  await session.call(getKeyExposure, { params: { id: made.id } });
  await session.call(listReminders);
  const calendar = await session.call(createCalendar);
  const token = new URL(calendar.url).searchParams.get("token") ?? "";
  canaries.add(token);
  await anonymous(baseUrl).call(readCalendar, { query: { token } });
  await session.call(getCalendar);
  await session.call(deleteCalendar);
  const share = async () => {
    const { ciphertext, key } = await sealShared(canaries.text(), canaries.text(), scrypt);
    canaries.add(key);
    return session.call(createShareLink, { body: { ciphertext, views: 1, expiresInHours: 1, hint: "plain" } });
  };
  await anonymous(baseUrl).call(openShareLink, { params: { id: (await share()).id } });
  await session.call(deleteShareLink, { params: { id: (await share()).id } });
  await share();
  await session.call(listShareLinks);
  await keepWebhooks(session);
  await session.call(listActivity);
  await session.call(getActivityHead);
}

async function keepWebhooks(session: Actor): Promise<void> {
  const webhook = () =>
    session.call(createWebhook, { body: { url: "https://hooks.example.com/plain", events: ["*"] } });
  const { id } = await webhook();
  const { id: deliveryId } = await session.call(testWebhook, { params: { id } });
  await session.call(redeliver, { params: { id, deliveryId } });
  await session.call(listDeliveries, { params: { id } });
  await session.call(updateWebhook, { params: { id }, body: { events: ["entry.*"] } });
  await session.call(listWebhooks);
  await session.call(deleteWebhook, { params: { id: (await webhook()).id } });
}

/** A program's ID token is a credential too, as is the key that it gets for it. */
async function exchangeOne(session: Actor, baseUrl: string, canaries: Canaries): Promise<void> {
  const issuer = await startIssuer();
  const { id } = await session.call(createTrustRule, { body: ruleFor(issuer.issuer) });
  const token = await issuer.token();
  canaries.add(token);
  const { key } = await anonymous(baseUrl).call(exchangeToken, { body: { token } });
  canaries.add(key);
  await withKey(key, baseUrl).call(listEntries);
  await session.call(listTrustRules);
  await session.call(deleteTrustRule, { params: { id } });
  await issuer.stop();
}

async function keepTokens(session: Actor, canaries: Canaries): Promise<void> {
  const token = () =>
    session.call(createTwoFactorToken, { body: { service: "plain", accountName: "plain", secret: canaries.totp() } });
  const { id } = await token();
  await session.call(updateTwoFactorToken, { params: { id }, body: { secret: canaries.totp() } });
  await session.call(revealTwoFactorCode, { params: { id }, query: { next: "true" } });
  await session.call(deleteTwoFactorToken, { params: { id: (await token()).id } });
  await session.call(listTwoFactorTokens);
}

async function keepEnvFiles(session: Actor, canaries: Canaries): Promise<void> {
  const {
    data: { id },
  } = await session.call(createEnvProject, { body: { name: "plain-name" } });
  await session.call(updateEnvProject, { params: { id }, body: { description: "plain" } });
  const { data: file } = await session.call(saveEnvFile, {
    params: { id },
    body: { fileType: "env", content: `A=${canaries.text()}\nB=svc://referred/plain/-\n` },
  });
  const referred = await aCategory(session, { name: "referred" });
  await session.call(createEntry, { body: { categoryId: referred.id, name: "plain", value: canaries.text() } });
  await session.call(revealEnvFile, { params: { id, fileId: file.id }, query: { resolve: "true" } });
  await session.call(resolveEnvProject, { params: { id }, body: { environment: null } });
  const { data: gone } = await session.call(saveEnvFile, {
    params: { id },
    body: { fileType: "env.local", content: `A=${canaries.text()}\n` },
  });
  await session.call(deleteEnvFile, { params: { id, fileId: gone.id } });
  const saved = { id, fileId: file.id };
  await session.call(saveEnvFile, { params: { id }, body: { fileType: "env", content: `A=${canaries.text()}\n` } });
  await session.call(listFileLinks, { params: saved });
  await session.call(listEnvFileVersions, { params: saved });
  await session.call(revealEnvFileVersion, { params: { ...saved, version: "1" } });
  await session.call(restoreEnvFileVersion, { params: { ...saved, version: "1" } });
  await session.call(getEnvProject, { params: { id } });
  await session.call(listEnvProjects);
  const { data: empty } = await session.call(createEnvProject, { body: { name: "plain" } });
  await session.call(deleteEnvProject, { params: { id: empty.id } });
}

/** One thing comes back from what was deleted so far, one goes for good, and then everything else. */
async function emptyTrashOf(session: Actor): Promise<void> {
  const [first, second] = await session.call(listTrash);
  await session.call(restoreFromTrash, { params: { id: first?.id ?? "" } });
  await session.call(deleteFromTrash, { params: { id: second?.id ?? "" } });
  await session.call(emptyTrash);
}

/** A team with an entry that stays, moved there from the user's own vault. */
async function shareWithTeam(session: Actor, baseUrl: string, canaries: Canaries): Promise<void> {
  const { id } = await session.call(createTeam, { body: { name: "plain" } });
  const params = { id };
  await session.call(updateTeam, { params, body: { name: "plain" } });
  const entry = await session.call(createEntry, {
    body: { categoryId: (await aCategory(session)).id, name: "plain", value: canaries.text() },
  });
  await session.call(transfer, { body: { teamId: id, entryIds: [entry.id] } });
  await within(session, id, baseUrl).call(renameProject, { body: { from: "plain", to: "plain too" } });
  await within(session, id, baseUrl).call(revealEntry, { params: { id: entry.id } });
  const invited = async () => {
    const made = await session.call(createInvitation, { params, body: { role: "reader" } });
    canaries.add(tokenOf(made));
    return { ...made, token: tokenOf(made) };
  };
  const member = await aUser(baseUrl);
  await member.session.call(acceptInvitation, { body: { token: (await invited()).token } });
  const { id: invitationId } = await invited();
  await session.call(listInvitations, { params });
  await session.call(deleteInvitation, { params: { id, invitationId } });
  const them = { id, userId: member.id };
  await session.call(updateMember, { params: them, body: { role: "auditor" } });
  await session.call(listMembers, { params });
  await session.call(removeMember, { params: them });
  await session.call(getMemberExposure, { params: them });
  await session.call(listTeams);
  const gone = await session.call(createTeam, { body: { name: "plain" } });
  await session.call(deleteTeam, { params: { id: gone.id }, body: { name: "plain" } });
}

async function guardAccount(
  { id, password, session }: User,
  { baseUrl, dataDir }: VaultUnderTest,
  canaries: Canaries,
): Promise<void> {
  await session.call(updateAccount, { body: { name: "plain" } });
  const authenticator = new Authenticator(baseUrl);
  const passkey = await authenticator.register(session, "plain");
  await session.call(renamePasskey, { params: { id: passkey.id }, body: { name: "plain" } });
  await session.call(reauthenticateWithPasskey, {
    body: { credential: authenticator.assert(await session.call(beginPasskeyReauthentication)) },
  });
  await session.call(listPasskeys);
  await session.call(deletePasskey, { params: { id: passkey.id } });
  // Inserted as if it had been linked: there is no provider.
  const identityId = randomUUID();
  changeSigned(
    { dataDir },
    'INSERT INTO "Account" ("id", "userId", "issuer", "subject", "createdAt") VALUES (?, ?, ?, ?, ?)',
    [identityId, id, "https://login.example.com", identityId, new Date().toISOString().replace("Z", "+00:00")],
  );
  await session.call(listIdentities);
  await session.call(unlinkIdentity, { params: { id: identityId } });
  const { secret } = await session.call(beginSecondFactor);
  const { recoveryCodes } = await session.call(confirmSecondFactor, { body: { code: codeAt(secret) } });
  canaries.add(secret, ...recoveryCodes, ...(await session.call(replaceRecoveryCodes)).recoveryCodes);
  await session.call(reauthenticate, { body: { password, code: freshCode(secret) } });
  await session.call(getAccount);
}

/** Somebody who uses the links of mails, and leaves nothing behind. */
async function readMails(baseUrl: string, canaries: Canaries, mails: MailServer): Promise<void> {
  const [email, next] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
  const [first, second] = [canaries.text(), canaries.text()];
  const nobody = anonymous(baseUrl);
  await nobody.call(register, { body: { email, password: first } });
  const session = await signIn(email, first, baseUrl);
  await session.call(getMailChoice);
  await session.call(updateMailChoice, { body: { due: false } });
  const linkIn = async (count: number) => {
    const token = tokenIn((await mails.got(next, count)).at(-1) ?? { text: "" });
    canaries.add(token);
    return token;
  };
  await session.call(changeEmail, { body: { email: next } });
  await nobody.call(confirmEmail, { body: { token: await linkIn(1) } });
  await nobody.call(forgotPassword, { body: { email: next } });
  await nobody.call(resetPassword, { body: { token: await linkIn(2), newPassword: second } });
  await (await signIn(next, second, baseUrl)).call(deleteAccount, { body: { email: next } });
}

/** Another user, who leaves nothing behind. */
async function comeAndGo(baseUrl: string, canaries: Canaries): Promise<void> {
  const email = `${randomUUID()}@example.com`;
  const [first, second] = [canaries.text(), canaries.text()];
  await anonymous(baseUrl).call(getOpenApi);
  await anonymous(baseUrl).call(beginPasskeySignIn);
  await anonymous(baseUrl).call(register, { body: { email, password: first } });
  const session = await signIn(email, first, baseUrl);
  await signIn(email, first, baseUrl);
  const other = (await session.call(listSessions)).find(({ current }) => !current);
  await session.call(endSession, { params: { id: other?.id ?? "" } });
  await signIn(email, first, baseUrl);
  await session.call(endOtherSessions);
  await session.call(changePassword, { body: { currentPassword: first, newPassword: second } });
  const { secret } = await session.call(beginSecondFactor);
  const { recoveryCodes } = await session.call(confirmSecondFactor, { body: { code: codeAt(secret) } });
  canaries.add(secret, ...recoveryCodes);
  await session.call(removeSecondFactor);
  await session.call(deleteAccount, { body: { email } });
}
