import type * as references from "../../contracts/references";
import { endpoint } from "./api";
import { readQuery } from "./query-client";
import { historyKeys } from "./history-keys";

export const listFileLinks = endpoint<typeof references.listFileLinks>(
  "GET",
  "/envs/{id}/files/{fileId}/links",
  "json",
);
const getEntryUses = endpoint<typeof references.getEntryUses>("GET", "/entries/{id}/uses", "json");

/** What the vault knows of a file's variables at this version. */
export const fileLinksQuery = (id: string, fileId: string, version: number) =>
  readQuery(historyKeys.fileLinks(id, fileId, version), listFileLinks, { params: { id, fileId } });

/** Always asked for anew: files change on other pages. */
export const entryUsesQuery = (id: string) => ({
  ...readQuery(historyKeys.entryUses(id), getEntryUses, { params: { id } }),
  staleTime: 0,
});
