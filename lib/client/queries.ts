import { getEnvProject, getStats, listAccessKeys, listCategories, listEntries, listEnvProjects, listTwoFactorTokens } from "./api";
import type { KeyCategory } from "../contracts/categories";
import type { TwoFactorToken } from "../contracts/two-factor";
import { inNameOrder } from "./name-order";
import { readQuery } from "./query-client";
import { queryKeys } from "./query-keys";

// The reads that more than one feature shares, so that they share one cache entry: `useQuery(entriesQuery)`.
// Names stand in people's order wherever they are shown: the API's is that of their bytes.
export const categoriesQuery = { ...readQuery(queryKeys.categories, listCategories, {}), select: (all: KeyCategory[]) => inNameOrder(all, ({ name }) => name) };
export const entriesQuery = readQuery(queryKeys.entries, listEntries, {});
export const twoFactorTokensQuery = { ...readQuery(queryKeys.twoFactor, listTwoFactorTokens, {}), select: (all: TwoFactorToken[]) => inNameOrder(all, ({ service, accountName }) => `${service}\n${accountName}`) };
export const envProjectsQuery = readQuery(queryKeys.envProjects, listEnvProjects, {});
export const envProjectQuery = (id: string) => readQuery(queryKeys.envProject(id), getEnvProject, { params: { id } });
export const accessKeysQuery = readQuery(queryKeys.accessKeys, listAccessKeys, {});
export const statsQuery = readQuery(queryKeys.stats, getStats, {});
