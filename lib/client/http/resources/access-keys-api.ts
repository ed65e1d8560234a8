import type * as accessKeys from "../../../contracts/access/access-keys";
import { endpoint } from "../api";

export const createAccessKey = endpoint<typeof accessKeys.createAccessKey>("POST", "/access-keys", "json");
export const rotateAccessKey = endpoint<typeof accessKeys.rotateAccessKey>("POST", "/access-keys/{id}/rotate", "json");
export const revokeAccessKey = endpoint<typeof accessKeys.revokeAccessKey>("DELETE", "/access-keys/{id}", "none");
