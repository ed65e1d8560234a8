import type * as activity from "../../../lib/contracts/access/activity";
import type * as aiExtract from "../../../lib/contracts/vault/ai-extract";
import type * as categories from "../../../lib/contracts/vault/categories";
import type { CallInput, CallOutput, ContractSpec } from "../../../lib/contracts/contract";
import type * as entries from "../../../lib/contracts/vault/entries";
import type * as envs from "../../../lib/contracts/vault/envs";
import type * as everything from "../../../lib/contracts/vault/everything";
import type * as exports from "../../../lib/contracts/vault/export";
import type * as imports from "../../../lib/contracts/vault/import";
import type * as links from "../../../lib/contracts/vault/links";
import type * as references from "../../../lib/contracts/vault/references";
import type * as reminders from "../../../lib/contracts/access/reminders";
import type * as stats from "../../../lib/contracts/vault/stats";
import type * as twoFactor from "../../../lib/contracts/vault/two-factor";
import type * as versions from "../../../lib/contracts/vault/versions";
import type * as whoami from "../../../lib/contracts/access/whoami";

type Answered<C extends ContractSpec> = C["reply"] extends { json: unknown }
  ? "json"
  : C["reply"] extends { text: string }
    ? "text"
    : "none";

export type Operation<C extends ContractSpec = ContractSpec> = {
  method: C["method"];
  path: C["path"];
  answer: Answered<C>;
  /** Only for the types. */
  contract?: C;
};

/** Method, path and kind of answer are the contract's own literal types, so that a wrong one does not compile. */
const of = <C extends ContractSpec>(method: C["method"], path: C["path"], answer: Answered<C>): Operation<C> => ({
  method,
  path,
  answer,
});

/** Everything that an access key may do. */
export const operations = {
  listCategories: of<typeof categories.listCategories>("GET", "/categories", "json"),
  createCategory: of<typeof categories.createCategory>("POST", "/categories", "json"),
  getCategory: of<typeof categories.getCategory>("GET", "/categories/{id}", "json"),
  updateCategory: of<typeof categories.updateCategory>("PUT", "/categories/{id}", "json"),
  deleteCategory: of<typeof categories.deleteCategory>("DELETE", "/categories/{id}", "none"),
  listEntries: of<typeof entries.listEntries>("GET", "/entries", "json"),
  createEntry: of<typeof entries.createEntry>("POST", "/entries", "json"),
  getEntry: of<typeof entries.getEntry>("GET", "/entries/{id}", "json"),
  updateEntry: of<typeof entries.updateEntry>("PUT", "/entries/{id}", "json"),
  deleteEntry: of<typeof entries.deleteEntry>("DELETE", "/entries/{id}", "none"),
  revealEntry: of<typeof entries.revealEntry>("POST", "/entries/{id}/reveal", "json"),
  getEntryUses: of<typeof references.getEntryUses>("GET", "/entries/{id}/uses", "json"),
  listEntryVersions: of<typeof versions.listEntryVersions>("GET", "/entries/{id}/versions", "json"),
  revealEntryVersion: of<typeof versions.revealEntryVersion>("POST", "/entries/{id}/versions/{version}/reveal", "json"),
  restoreEntryVersion: of<typeof versions.restoreEntryVersion>(
    "POST",
    "/entries/{id}/versions/{version}/restore",
    "json",
  ),
  listTwoFactorTokens: of<typeof twoFactor.listTwoFactorTokens>("GET", "/2fa", "json"),
  createTwoFactorToken: of<typeof twoFactor.createTwoFactorToken>("POST", "/2fa", "json"),
  updateTwoFactorToken: of<typeof twoFactor.updateTwoFactorToken>("PUT", "/2fa/{id}", "json"),
  deleteTwoFactorToken: of<typeof twoFactor.deleteTwoFactorToken>("DELETE", "/2fa/{id}", "none"),
  revealTwoFactorCode: of<typeof twoFactor.revealTwoFactorCode>("POST", "/2fa/{id}/reveal", "json"),
  listEnvProjects: of<typeof envs.listEnvProjects>("GET", "/envs", "json"),
  createEnvProject: of<typeof envs.createEnvProject>("POST", "/envs", "json"),
  getEnvProject: of<typeof envs.getEnvProject>("GET", "/envs/{id}", "json"),
  updateEnvProject: of<typeof envs.updateEnvProject>("PUT", "/envs/{id}", "json"),
  deleteEnvProject: of<typeof envs.deleteEnvProject>("DELETE", "/envs/{id}", "none"),
  saveEnvFile: of<typeof envs.saveEnvFile>("POST", "/envs/{id}/files", "json"),
  deleteEnvFile: of<typeof envs.deleteEnvFile>("DELETE", "/envs/{id}/files/{fileId}", "none"),
  revealEnvFile: of<typeof envs.revealEnvFile>("POST", "/envs/{id}/files/{fileId}/reveal", "json"),
  resolveEnvProject: of<typeof references.resolveEnvProject>("POST", "/envs/{id}/resolve", "json"),
  listFileLinks: of<typeof references.listFileLinks>("GET", "/envs/{id}/files/{fileId}/links", "json"),
  listEnvFileVersions: of<typeof versions.listEnvFileVersions>("GET", "/envs/{id}/files/{fileId}/versions", "json"),
  revealEnvFileVersion: of<typeof versions.revealEnvFileVersion>(
    "POST",
    "/envs/{id}/files/{fileId}/versions/{version}/reveal",
    "json",
  ),
  restoreEnvFileVersion: of<typeof versions.restoreEnvFileVersion>(
    "POST",
    "/envs/{id}/files/{fileId}/versions/{version}/restore",
    "json",
  ),
  listReminders: of<typeof reminders.listReminders>("GET", "/reminders", "json"),
  listShareLinks: of<typeof links.listShareLinks>("GET", "/links", "json"),
  createShareLink: of<typeof links.createShareLink>("POST", "/links", "json"),
  deleteShareLink: of<typeof links.deleteShareLink>("DELETE", "/links/{id}", "none"),
  listActivity: of<typeof activity.listActivity>("GET", "/activity", "json"),
  getActivityHead: of<typeof activity.getActivityHead>("GET", "/activity/head", "json"),
  whoAmI: of<typeof whoami.whoAmI>("GET", "/whoami", "json"),
  importItems: of<typeof imports.importItems>("POST", "/import", "json"),
  getStats: of<typeof stats.getStats>("GET", "/stats", "json"),
  exportEntries: of<typeof exports.exportEntries>("GET", "/export", "text"),
  exportEverything: of<typeof everything.exportEverything>("POST", "/export/everything", "json"),
  extractNames: of<typeof aiExtract.extractNames>("POST", "/ai/extract", "json"),
  previewExtraction: of<typeof aiExtract.previewExtraction>("POST", "/ai/extract/preview", "json"),
};

/** Written out, which reads better in an editor. */
type Flat<T> = keyof T extends never ? Record<never, never> : { [K in keyof T]: T[K] };
type ContractOf<O> = O extends Operation<infer C> ? C : never;

/** What each operation takes, by its name. */
export type Inputs = { [K in keyof typeof operations]: Flat<CallInput<ContractOf<(typeof operations)[K]>>> };
/** What each operation returns, by its name. */
export type Outputs = { [K in keyof typeof operations]: CallOutput<ContractOf<(typeof operations)[K]>> };
