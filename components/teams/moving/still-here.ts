import { listEntries, listEnvProjects, listTwoFactorTokens } from "@/lib/client/http/api";
import { ApiError, unavailable } from "@/lib/client/http/api-error";
import { mayBeDone, whatFailed } from "@/lib/client/http/lost-answer";
import type { Movable } from "@/lib/client/vaults/moving";

/** Whether something that was to be moved is not here any more, where the vault says so. */
export const isNotHere = (error: unknown): boolean =>
  error instanceof ApiError &&
  ["ENTRY_NOT_FOUND", "ENV_PROJECT_NOT_FOUND", "TWO_FACTOR_NOT_FOUND"].includes(error.code);

/** Those of the things to be moved that are still in this vault, by their ids. */
export async function stillHere({ kind, ids, envProjectIds = [] }: Omit<Movable, "name">): Promise<string[]> {
  const [things, envProjects] = await Promise.all([
    kind === "two-factor-token" ? listTwoFactorTokens({}) : kind === "env-project" ? allEnvProjects() : listEntries({}),
    envProjectIds.length > 0 ? allEnvProjects() : [],
  ]);
  const here = new Set([...things, ...envProjects].map(({ id }) => id));
  return [...ids, ...envProjectIds].filter((id) => here.has(id));
}

const allEnvProjects = async () => (await listEnvProjects({ query: {} })).data;

/** Why nothing was moved, as far as is known, in words. `left`: what is still here, if the vault could say so. */
export function notMoved(error: unknown, left: readonly string[] | undefined, name: string): unknown {
  if (left === undefined)
    return mayBeDone(error)
      ? unavailable({
          message: `${whatFailed(error)} It may have been moved anyway. Trying again moves nothing twice.`,
          cause: error,
        })
      : error;
  if (!(error instanceof ApiError) || mayBeDone(error)) return error;
  const message =
    left.length === 0
      ? `Nothing was moved: what you chose (${name}) was moved or deleted in the meantime, in another tab or by someone else`
      : "Some of it is no longer here, so nothing was moved: close this dialog and choose again";
  return new ApiError(error.code, error.status, { message, cause: error });
}
