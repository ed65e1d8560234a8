import { getAccount, listIdentities, listPasskeys, listSessions } from "../resources/account-api";
import { readQuery } from "./query-client";
import { queryKeys } from "./query-keys";

export const accountQuery = readQuery(queryKeys.account, getAccount, {});
export const identitiesQuery = readQuery(queryKeys.identities, listIdentities, {});
export const passkeysQuery = readQuery(queryKeys.passkeys, listPasskeys, {});
export const sessionsQuery = readQuery(queryKeys.sessions, listSessions, {});
