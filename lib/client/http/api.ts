import type * as accessKeys from "../../contracts/access/access-keys";
import type * as categories from "../../contracts/vault/categories";
import type { CallInput, CallOutput, ContractSpec } from "../../contracts/contract";
import type * as entries from "../../contracts/vault/entries";
import type * as envs from "../../contracts/vault/envs";
import type * as imports from "../../contracts/transfer/import";
import type * as stats from "../../contracts/vault/stats";
import type * as teams from "../../contracts/people/teams";
import type * as twoFactor from "../../contracts/vault/two-factor";
import { call, type CallOptions } from "./call";
import { ApiError } from "./api-error";
import { replacingToken, withCurrentToken } from "../session/session-token";
import { goToSignIn } from "../session/sign-in/sign-in-path";
import { askToReauthenticate } from "../session/sign-in/reauthentication";

/** `C` is a phantom: it lets `readQuery` refuse endpoints that carry secrets. */
export type Endpoint<C extends ContractSpec> = ((
  input: CallInput<C>,
  options?: CallOptions,
) => Promise<CallOutput<C>>) & { contract?: C };

type AnswerKind<C extends ContractSpec> = C["reply"] extends { json: unknown }
  ? "json"
  : C["reply"] extends { text: string }
    ? "text"
    : "none";

/**
 * The contracts for the browser, without their schemas, which would add zod (31 KB) to every page's first load. Method,
 * path and kind of response are the contract's literal types, so a wrong one does not compile.
 */
export function endpoint<C extends ContractSpec>(
  method: C["method"],
  path: C["path"],
  answer: AnswerKind<C>,
  ...[renewsSession]: C["renewsSession"] extends true ? [true] : []
): Endpoint<C> {
  // All that `call` reads of a contract.
  const contract = { method, path, reply: { [answer]: true } } as unknown as C;
  return async (input, options) => {
    const send = () => callWithRetry(contract, input, options);
    const ask = () => withCurrentToken(renewsSession ? () => replacingToken(send) : send);
    try {
      return await ask();
    } catch (error) {
      // Only once: if it still fails right after re-authentication, it stays refused.
      if (error instanceof ApiError && error.code === "REAUTHENTICATION_REQUIRED" && (await askToReauthenticate()))
        return ask();
      // On any request: an ended session leads to sign-in and back here.
      if (error instanceof ApiError && error.code === "AUTH_REQUIRED") goToSignIn();
      throw error;
    }
  };
}

/** The longest wait without telling the user. */
const waitSecondsMax = 5;

/**
 * Retries once if the vault says that this account may send its next request in a moment; the first one had no effect.
 */
async function callWithRetry<C extends ContractSpec>(
  contract: C,
  input: CallInput<C>,
  options?: CallOptions,
): Promise<CallOutput<C>> {
  try {
    return await call(contract, input, options);
  } catch (error) {
    const waitSeconds =
      error instanceof ApiError && error.code === "TOO_MANY_REQUESTS" ? Number(error.headers["Retry-After"]) : Infinity;
    if (!(waitSeconds <= waitSecondsMax)) throw error;
    await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1000));
    return call(contract, input, options);
  }
}

export const listCategories = endpoint<typeof categories.listCategories>("GET", "/categories", "json");
export const createCategory = endpoint<typeof categories.createCategory>("POST", "/categories", "json");
export const updateCategory = endpoint<typeof categories.updateCategory>("PUT", "/categories/{id}", "json");
export const deleteCategory = endpoint<typeof categories.deleteCategory>("DELETE", "/categories/{id}", "none");

export const listEntries = endpoint<typeof entries.listEntries>("GET", "/entries", "json");
export const createEntry = endpoint<typeof entries.createEntry>("POST", "/entries", "json");
export const updateEntry = endpoint<typeof entries.updateEntry>("PUT", "/entries/{id}", "json");
export const deleteEntry = endpoint<typeof entries.deleteEntry>("DELETE", "/entries/{id}", "none");
export const revealEntry = endpoint<typeof entries.revealEntry>("POST", "/entries/{id}/reveal", "json");

export const listTwoFactorTokens = endpoint<typeof twoFactor.listTwoFactorTokens>("GET", "/2fa", "json");
export const createTwoFactorToken = endpoint<typeof twoFactor.createTwoFactorToken>("POST", "/2fa", "json");
export const updateTwoFactorToken = endpoint<typeof twoFactor.updateTwoFactorToken>("PUT", "/2fa/{id}", "json");
export const deleteTwoFactorToken = endpoint<typeof twoFactor.deleteTwoFactorToken>("DELETE", "/2fa/{id}", "none");
export const revealTwoFactorCode = endpoint<typeof twoFactor.revealTwoFactorCode>("POST", "/2fa/{id}/reveal", "json");

export const listEnvProjects = endpoint<typeof envs.listEnvProjects>("GET", "/envs", "json");
export const createEnvProject = endpoint<typeof envs.createEnvProject>("POST", "/envs", "json");
export const getEnvProject = endpoint<typeof envs.getEnvProject>("GET", "/envs/{id}", "json");
export const updateEnvProject = endpoint<typeof envs.updateEnvProject>("PUT", "/envs/{id}", "json");
export const deleteEnvProject = endpoint<typeof envs.deleteEnvProject>("DELETE", "/envs/{id}", "none");
export const saveEnvFile = endpoint<typeof envs.saveEnvFile>("POST", "/envs/{id}/files", "json");
export const deleteEnvFile = endpoint<typeof envs.deleteEnvFile>("DELETE", "/envs/{id}/files/{fileId}", "none");
export const revealEnvFile = endpoint<typeof envs.revealEnvFile>("POST", "/envs/{id}/files/{fileId}/reveal", "json");

export const listAccessKeys = endpoint<typeof accessKeys.listAccessKeys>("GET", "/access-keys", "json");

export const listTeams = endpoint<typeof teams.listTeams>("GET", "/teams", "json");

export const getStats = endpoint<typeof stats.getStats>("GET", "/stats", "json");
export const importItems = endpoint<typeof imports.importItems>("POST", "/import", "json");
