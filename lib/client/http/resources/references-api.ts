import type * as references from "../../../contracts/vault/references";
import { endpoint } from "../api";
import { readQuery } from "../queries/query-client";

export const listFileLinks = endpoint<typeof references.listFileLinks>(
  "GET",
  "/envs/{id}/files/{fileId}/links",
  "json",
);
const getEntryUses = endpoint<typeof references.getEntryUses>("GET", "/entries/{id}/uses", "json");

// The keys are not below those of their things: a team's pages would ask again every 15 seconds, for every file.

/** What the vault knows of a file's variables at this version. */
export const fileLinksQuery = (id: string, fileId: string, version: number) =>
  readQuery(["links", id, fileId, version], listFileLinks, { params: { id, fileId } });

/** Always refetched: files change on other pages. */
export const entryUsesQuery = (id: string) => ({
  ...readQuery(["uses", id], getEntryUses, { params: { id } }),
  staleTime: 0,
});

/** The same, with what links to any entry of its category. */
export const categoryLinksQuery = (id: string) => ({
  ...readQuery(["uses", id, "category"], getEntryUses, { params: { id }, query: { linksToCategory: "true" } }),
  staleTime: 0,
});
