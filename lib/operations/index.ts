import type * as activity from "../contracts/access/activity";
import type * as aiExtract from "../contracts/transfer/ai-extract";
import type * as categories from "../contracts/vault/categories";
import type * as entries from "../contracts/vault/entries";
import type * as envs from "../contracts/vault/envs";
import type * as everything from "../contracts/vault/everything";
import type * as exports from "../contracts/transfer/export";
import type * as imports from "../contracts/transfer/import";
import type * as links from "../contracts/transfer/links";
import type * as references from "../contracts/vault/references";
import type * as reminders from "../contracts/access/reminders";
import type * as stats from "../contracts/vault/stats";
import type * as twoFactor from "../contracts/vault/two-factor";
import type * as versions from "../contracts/vault/versions";
import type * as whoami from "../contracts/access/whoami";
import { operation } from "./operation";

/*
 * Everything that an access key may do, for the programs that call the API with one: the npm package and svc. The contracts
 * themselves, with their schemas, would be several times their size.
 */

export const listCategories = /* @__PURE__ */ operation<typeof categories.listCategories>("GET", "/categories", "json");
export const createCategory = /* @__PURE__ */ operation<typeof categories.createCategory>(
  "POST",
  "/categories",
  "json",
);
export const getCategory = /* @__PURE__ */ operation<typeof categories.getCategory>("GET", "/categories/{id}", "json");
export const updateCategory = /* @__PURE__ */ operation<typeof categories.updateCategory>(
  "PUT",
  "/categories/{id}",
  "json",
);
export const deleteCategory = /* @__PURE__ */ operation<typeof categories.deleteCategory>(
  "DELETE",
  "/categories/{id}",
  "none",
);
export const listEntries = /* @__PURE__ */ operation<typeof entries.listEntries>("GET", "/entries", "json");
export const createEntry = /* @__PURE__ */ operation<typeof entries.createEntry>("POST", "/entries", "json");
export const getEntry = /* @__PURE__ */ operation<typeof entries.getEntry>("GET", "/entries/{id}", "json");
export const updateEntry = /* @__PURE__ */ operation<typeof entries.updateEntry>("PUT", "/entries/{id}", "json");
export const deleteEntry = /* @__PURE__ */ operation<typeof entries.deleteEntry>("DELETE", "/entries/{id}", "none");
export const revealEntry = /* @__PURE__ */ operation<typeof entries.revealEntry>(
  "POST",
  "/entries/{id}/reveal",
  "json",
);
export const getEntryUses = /* @__PURE__ */ operation<typeof references.getEntryUses>(
  "GET",
  "/entries/{id}/uses",
  "json",
);
export const listEntryVersions = /* @__PURE__ */ operation<typeof versions.listEntryVersions>(
  "GET",
  "/entries/{id}/versions",
  "json",
);
export const revealEntryVersion = /* @__PURE__ */ operation<typeof versions.revealEntryVersion>(
  "POST",
  "/entries/{id}/versions/{version}/reveal",
  "json",
);
export const restoreEntryVersion = /* @__PURE__ */ operation<typeof versions.restoreEntryVersion>(
  "POST",
  "/entries/{id}/versions/{version}/restore",
  "json",
);
export const listTwoFactorTokens = /* @__PURE__ */ operation<typeof twoFactor.listTwoFactorTokens>(
  "GET",
  "/2fa",
  "json",
);
export const createTwoFactorToken = /* @__PURE__ */ operation<typeof twoFactor.createTwoFactorToken>(
  "POST",
  "/2fa",
  "json",
);
export const updateTwoFactorToken = /* @__PURE__ */ operation<typeof twoFactor.updateTwoFactorToken>(
  "PUT",
  "/2fa/{id}",
  "json",
);
export const deleteTwoFactorToken = /* @__PURE__ */ operation<typeof twoFactor.deleteTwoFactorToken>(
  "DELETE",
  "/2fa/{id}",
  "none",
);
export const revealTwoFactorCode = /* @__PURE__ */ operation<typeof twoFactor.revealTwoFactorCode>(
  "POST",
  "/2fa/{id}/reveal",
  "json",
);
export const listEnvProjects = /* @__PURE__ */ operation<typeof envs.listEnvProjects>("GET", "/envs", "json");
export const createEnvProject = /* @__PURE__ */ operation<typeof envs.createEnvProject>("POST", "/envs", "json");
export const getEnvProject = /* @__PURE__ */ operation<typeof envs.getEnvProject>("GET", "/envs/{id}", "json");
export const updateEnvProject = /* @__PURE__ */ operation<typeof envs.updateEnvProject>("PUT", "/envs/{id}", "json");
export const deleteEnvProject = /* @__PURE__ */ operation<typeof envs.deleteEnvProject>("DELETE", "/envs/{id}", "none");
export const saveEnvFile = /* @__PURE__ */ operation<typeof envs.saveEnvFile>("POST", "/envs/{id}/files", "json");
export const deleteEnvFile = /* @__PURE__ */ operation<typeof envs.deleteEnvFile>(
  "DELETE",
  "/envs/{id}/files/{fileId}",
  "none",
);
export const revealEnvFile = /* @__PURE__ */ operation<typeof envs.revealEnvFile>(
  "POST",
  "/envs/{id}/files/{fileId}/reveal",
  "json",
);
export const resolveEnvProject = /* @__PURE__ */ operation<typeof references.resolveEnvProject>(
  "POST",
  "/envs/{id}/resolve",
  "json",
);
export const listFileLinks = /* @__PURE__ */ operation<typeof references.listFileLinks>(
  "GET",
  "/envs/{id}/files/{fileId}/links",
  "json",
);
export const listEnvFileVersions = /* @__PURE__ */ operation<typeof versions.listEnvFileVersions>(
  "GET",
  "/envs/{id}/files/{fileId}/versions",
  "json",
);
export const revealEnvFileVersion = /* @__PURE__ */ operation<typeof versions.revealEnvFileVersion>(
  "POST",
  "/envs/{id}/files/{fileId}/versions/{version}/reveal",
  "json",
);
export const restoreEnvFileVersion = /* @__PURE__ */ operation<typeof versions.restoreEnvFileVersion>(
  "POST",
  "/envs/{id}/files/{fileId}/versions/{version}/restore",
  "json",
);
export const listReminders = /* @__PURE__ */ operation<typeof reminders.listReminders>("GET", "/reminders", "json");
export const listShareLinks = /* @__PURE__ */ operation<typeof links.listShareLinks>("GET", "/links", "json");
export const createShareLink = /* @__PURE__ */ operation<typeof links.createShareLink>("POST", "/links", "json");
export const deleteShareLink = /* @__PURE__ */ operation<typeof links.deleteShareLink>("DELETE", "/links/{id}", "none");
export const listActivity = /* @__PURE__ */ operation<typeof activity.listActivity>("GET", "/activity", "json");
export const getActivityHead = /* @__PURE__ */ operation<typeof activity.getActivityHead>(
  "GET",
  "/activity/head",
  "json",
);
export const whoAmI = /* @__PURE__ */ operation<typeof whoami.whoAmI>("GET", "/whoami", "json");
export const importItems = /* @__PURE__ */ operation<typeof imports.importItems>("POST", "/import", "json");
export const getStats = /* @__PURE__ */ operation<typeof stats.getStats>("GET", "/stats", "json");
export const exportEntries = /* @__PURE__ */ operation<typeof exports.exportEntries>("GET", "/export", "text");
export const exportEverything = /* @__PURE__ */ operation<typeof everything.exportEverything>(
  "POST",
  "/export/everything",
  "json",
);
export const extractNames = /* @__PURE__ */ operation<typeof aiExtract.extractNames>("POST", "/ai/extract", "json");
export const previewExtraction = /* @__PURE__ */ operation<typeof aiExtract.previewExtraction>(
  "POST",
  "/ai/extract/preview",
  "json",
);
