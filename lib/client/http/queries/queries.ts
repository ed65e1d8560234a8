import {
  getEnvProject,
  getStats,
  listAccessKeys,
  listCategories,
  listEntries,
  listEnvProjects,
  listTeams,
  listTwoFactorTokens,
} from "../api";
import { readQuery } from "./query-client";
import { queryKeys } from "./query-keys";

// The reads that more than one feature shares, so that they share one cache entry: `useQuery(entriesQuery)`.
export const categoriesQuery = readQuery(queryKeys.categories, listCategories, {});
export const entriesQuery = readQuery(queryKeys.entries, listEntries, {});
export const twoFactorTokensQuery = readQuery(queryKeys.twoFactor, listTwoFactorTokens, {});
export const envProjectsQuery = readQuery(queryKeys.envProjects, listEnvProjects, {});
export const envProjectQuery = (id: string) => readQuery(queryKeys.envProject(id), getEnvProject, { params: { id } });
export const accessKeysQuery = readQuery(queryKeys.accessKeys, listAccessKeys, {});
export const statsQuery = readQuery(queryKeys.stats, getStats, {});
/** Every page knows them: they came with it. */
export const teamsQuery = readQuery(queryKeys.teams, listTeams, {});
