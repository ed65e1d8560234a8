import { queryKeys } from "./query-keys";

/**
 * The cache keys of what is remembered: read by single pages and dialogs only, so that no other page's first load has
 * them. Versions stand below the list of their things: whoever changes one of these refetches both.
 */
export const historyKeys = {
  entryVersions: (id: string) => [...queryKeys.entries, id, "versions"],
  envFileVersions: (id: string, fileId: string) => [...queryKeys.envProject(id), fileId, "versions"],
  trash: [...queryKeys.history, "trash"],
  activity: ["activity"],
  exposure: [...queryKeys.history, "exposure"],
  exposureOf: (whose: string) => [...queryKeys.history, "exposure", whose],
} as const;
