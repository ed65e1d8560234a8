import type * as trustRules from "../../../contracts/access/trust-rules";
import { endpoint } from "../api";
import { readQuery } from "../queries/query-client";

const listTrustRules = endpoint<typeof trustRules.listTrustRules>("GET", "/trust-rules", "json");
export const createTrustRule = endpoint<typeof trustRules.createTrustRule>("POST", "/trust-rules", "json");
export const deleteTrustRule = endpoint<typeof trustRules.deleteTrustRule>("DELETE", "/trust-rules/{id}", "none");

export const trustRulesQuery = readQuery(["trust-rules"], listTrustRules, {});
