import type * as versions from "../../../contracts/vault/versions";
import { endpoint } from "../api";
import { readQuery } from "../queries/query-client";
import { historyKeys } from "../queries/history-keys";

const ofEntry = "/entries/{id}/versions";
export const listEntryVersions = endpoint<typeof versions.listEntryVersions>("GET", ofEntry, "json");
export const revealEntryVersion = endpoint<typeof versions.revealEntryVersion>(
  "POST",
  `${ofEntry}/{version}/reveal`,
  "json",
);
export const restoreEntryVersion = endpoint<typeof versions.restoreEntryVersion>(
  "POST",
  `${ofEntry}/{version}/restore`,
  "json",
);

const ofFile = "/envs/{id}/files/{fileId}/versions";
export const listEnvFileVersions = endpoint<typeof versions.listEnvFileVersions>("GET", ofFile, "json");
export const revealEnvFileVersion = endpoint<typeof versions.revealEnvFileVersion>(
  "POST",
  `${ofFile}/{version}/reveal`,
  "json",
);
export const restoreEnvFileVersion = endpoint<typeof versions.restoreEnvFileVersion>(
  "POST",
  `${ofFile}/{version}/restore`,
  "json",
);

export const entryVersionsQuery = (id: string) =>
  readQuery(historyKeys.entryVersions(id), listEntryVersions, { params: { id } });
export const envFileVersionsQuery = (id: string, fileId: string) =>
  readQuery(historyKeys.envFileVersions(id, fileId), listEnvFileVersions, { params: { id, fileId } });
