import type * as links from "../../../contracts/transfer/links";
import { endpoint } from "../api";
import { readQuery } from "../queries/query-client";

const listShareLinks = endpoint<typeof links.listShareLinks>("GET", "/links", "json");
export const createShareLink = endpoint<typeof links.createShareLink>("POST", "/links", "json");
export const deleteShareLink = endpoint<typeof links.deleteShareLink>("DELETE", "/links/{id}", "none");

export const linksQuery = readQuery(["share-links"], listShareLinks, {});
