import { createAccessKey, listAccessKeys, revokeAccessKey, rotateAccessKey } from "./access/access-keys";
import { getActivityHead, getKeyExposure, getMemberExposure, listActivity } from "./access/activity";
import { changePassword, deleteAccount, getAccount, reauthenticate, register, updateAccount } from "./people/account";
import { extractNames, previewExtraction } from "./transfer/ai-extract";
import { createCategory, deleteCategory, getCategory, listCategories, updateCategory } from "./vault/categories";
import type { ContractSpec } from "./contract";
import { createEntry, deleteEntry, getEntry, listEntries, revealEntry, updateEntry } from "./vault/entries";
import {
  createEnvProject,
  deleteEnvFile,
  deleteEnvProject,
  getEnvProject,
  listEnvProjects,
  revealEnvFile,
  saveEnvFile,
  updateEnvProject,
} from "./vault/envs";
import { exportEverything } from "./vault/everything";
import { exportEntries } from "./transfer/export";
import { acceptInvitation, createInvitation, deleteInvitation, listInvitations } from "./people/invitations";
import { createShareLink, deleteShareLink, listShareLinks, openShareLink } from "./transfer/links";
import {
  changeEmail,
  confirmEmail,
  forgotPassword,
  getMailChoice,
  resetPassword,
  updateMailChoice,
} from "./people/mail";
import { listIdentities, unlinkIdentity } from "./people/identities";
import { importItems } from "./transfer/import";
import { listMembers, removeMember, updateMember } from "./people/members";
import { getOpenApi } from "./openapi";
import {
  beginPasskey,
  beginPasskeyReauthentication,
  beginPasskeySignIn,
  createPasskey,
  deletePasskey,
  listPasskeys,
  reauthenticateWithPasskey,
  renamePasskey,
} from "./people/passkeys";
import { renameProject } from "./vault/projects";
import { createCalendar, deleteCalendar, getCalendar, listReminders, readCalendar } from "./access/reminders";
import { getEntryUses, listFileLinks, resolveEnvProject } from "./vault/references";
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  replaceRecoveryCodes,
} from "./people/second-factor";
import { endOtherSessions, endSession, listSessions } from "./people/sessions";
import { getStats } from "./vault/stats";
import { createTeam, deleteTeam, listTeams, updateTeam } from "./people/teams";
import { deleteFromTrash, emptyTrash, listTrash, restoreFromTrash } from "./vault/trash";
import { transfer } from "./transfer/transfer";
import {
  createTwoFactorToken,
  deleteTwoFactorToken,
  listTwoFactorTokens,
  revealTwoFactorCode,
  updateTwoFactorToken,
} from "./vault/two-factor";
import {
  listEntryVersions,
  listEnvFileVersions,
  restoreEntryVersion,
  restoreEnvFileVersion,
  revealEntryVersion,
  revealEnvFileVersion,
} from "./vault/versions";
import { createTrustRule, deleteTrustRule, exchangeToken, listTrustRules } from "./access/trust-rules";
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  testWebhook,
  updateWebhook,
} from "./access/webhooks";
import { whoAmI } from "./access/whoami";

/** Every endpoint there is. The guard tests and the OpenAPI document are derived from this list. */
export const contracts: readonly ContractSpec[] = [
  listCategories,
  createCategory,
  getCategory,
  updateCategory,
  deleteCategory,
  listEntries,
  createEntry,
  getEntry,
  updateEntry,
  deleteEntry,
  revealEntry,
  getEntryUses,
  listEntryVersions,
  revealEntryVersion,
  restoreEntryVersion,
  listTwoFactorTokens,
  createTwoFactorToken,
  updateTwoFactorToken,
  deleteTwoFactorToken,
  revealTwoFactorCode,
  listEnvProjects,
  createEnvProject,
  getEnvProject,
  updateEnvProject,
  deleteEnvProject,
  saveEnvFile,
  deleteEnvFile,
  revealEnvFile,
  resolveEnvProject,
  listFileLinks,
  listEnvFileVersions,
  revealEnvFileVersion,
  restoreEnvFileVersion,
  listReminders,
  readCalendar,
  getCalendar,
  createCalendar,
  deleteCalendar,
  listShareLinks,
  createShareLink,
  deleteShareLink,
  openShareLink,
  listWebhooks,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  testWebhook,
  listDeliveries,
  redeliver,
  listTrash,
  restoreFromTrash,
  deleteFromTrash,
  emptyTrash,
  listActivity,
  getActivityHead,
  listAccessKeys,
  createAccessKey,
  rotateAccessKey,
  revokeAccessKey,
  getKeyExposure,
  listTrustRules,
  createTrustRule,
  deleteTrustRule,
  exchangeToken,
  whoAmI,
  listTeams,
  createTeam,
  updateTeam,
  deleteTeam,
  listMembers,
  updateMember,
  removeMember,
  getMemberExposure,
  listInvitations,
  createInvitation,
  deleteInvitation,
  acceptInvitation,
  transfer,
  importItems,
  getStats,
  renameProject,
  exportEntries,
  exportEverything,
  extractNames,
  previewExtraction,
  register,
  getAccount,
  updateAccount,
  deleteAccount,
  changePassword,
  reauthenticate,
  listSessions,
  endSession,
  endOtherSessions,
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  replaceRecoveryCodes,
  listIdentities,
  unlinkIdentity,
  listPasskeys,
  beginPasskey,
  createPasskey,
  renamePasskey,
  deletePasskey,
  beginPasskeyReauthentication,
  reauthenticateWithPasskey,
  beginPasskeySignIn,
  forgotPassword,
  resetPassword,
  changeEmail,
  confirmEmail,
  getMailChoice,
  updateMailChoice,
  getOpenApi,
];
