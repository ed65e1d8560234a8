import { createAccessKey, listAccessKeys, revokeAccessKey } from "./access-keys";
import { register } from "./account";
import { extractNames } from "./ai-extract";
import { createCategory, deleteCategory, getCategory, listCategories, updateCategory } from "./categories";
import type { ContractSpec } from "./contract";
import { createEntry, deleteEntry, getEntry, listEntries, revealEntry, updateEntry } from "./entries";
import { createEnvProject, deleteEnvFile, deleteEnvProject, getEnvProject, listEnvProjects, revealEnvFile, saveEnvFile, updateEnvProject } from "./envs";
import { exportEntries } from "./export";
import { importItems } from "./import";
import { getOpenApi } from "./openapi";
import { getStats } from "./stats";
import { createTwoFactorToken, deleteTwoFactorToken, listTwoFactorTokens, revealTwoFactorCode, updateTwoFactorToken } from "./two-factor";

/** Every endpoint there is. The guard tests and the OpenAPI document are derived from this list. */
export const contracts: readonly ContractSpec[] = [
  listCategories, createCategory, getCategory, updateCategory, deleteCategory,
  listEntries, createEntry, getEntry, updateEntry, deleteEntry, revealEntry,
  listTwoFactorTokens, createTwoFactorToken, updateTwoFactorToken, deleteTwoFactorToken, revealTwoFactorCode,
  listEnvProjects, createEnvProject, getEnvProject, updateEnvProject, deleteEnvProject, saveEnvFile, deleteEnvFile, revealEnvFile,
  listAccessKeys, createAccessKey, revokeAccessKey,
  importItems,
  getStats, exportEntries,
  extractNames,
  register,
  getOpenApi,
];
