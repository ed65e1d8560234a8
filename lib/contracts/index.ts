import { createAccessKey, listAccessKeys, revokeAccessKey, rotateAccessKey } from "./access-keys";
import { getActivityHead, getKeyExposure, getMemberExposure, listActivity } from "./activity";
import { changePassword, deleteAccount, getAccount, reauthenticate, register, updateAccount } from "./account";
import { extractNames, previewExtraction } from "./ai-extract";
import { createCategory, deleteCategory, getCategory, listCategories, updateCategory } from "./categories";
import type { ContractSpec } from "./contract";
import { createEntry, deleteEntry, getEntry, listEntries, revealEntry, updateEntry } from "./entries";
import {
  createEnvProject,
  deleteEnvFile,
  deleteEnvProject,
  getEnvProject,
  listEnvProjects,
  revealEnvFile,
  saveEnvFile,
  updateEnvProject,
} from "./envs";
import { exportEverything } from "./everything";
import { exportEntries } from "./export";
import { acceptInvitation, createInvitation, deleteInvitation, listInvitations } from "./invitations";
import { createShareLink, deleteShareLink, listShareLinks, openShareLink } from "./links";
import { changeEmail, confirmEmail, forgotPassword, getMailChoice, resetPassword, updateMailChoice } from "./mail";
import { listIdentities, unlinkIdentity } from "./identities";
import { importItems } from "./import";
import { listMembers, removeMember, updateMember } from "./members";
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
} from "./passkeys";
import { renameProject } from "./projects";
import { createCalendar, deleteCalendar, getCalendar, listReminders, readCalendar } from "./reminders";
import { getEntryUses, listFileLinks, resolveEnvProject } from "./references";
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor, replaceRecoveryCodes } from "./second-factor";
import { endOtherSessions, endSession, listSessions } from "./sessions";
import { getStats } from "./stats";
import { createTeam, deleteTeam, listTeams, updateTeam } from "./teams";
import { deleteFromTrash, emptyTrash, listTrash, restoreFromTrash } from "./trash";
import { transfer } from "./transfer";
import {
  createTwoFactorToken,
  deleteTwoFactorToken,
  listTwoFactorTokens,
  revealTwoFactorCode,
  updateTwoFactorToken,
} from "./two-factor";
import {
  listEntryVersions,
  listEnvFileVersions,
  restoreEntryVersion,
  restoreEnvFileVersion,
  revealEntryVersion,
  revealEnvFileVersion,
} from "./versions";
import { createTrustRule, deleteTrustRule, exchangeToken, listTrustRules } from "./trust-rules";
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  testWebhook,
  updateWebhook,
} from "./webhooks";
import { whoAmI } from "./whoami";

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
