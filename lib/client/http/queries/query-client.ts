import { MutationCache, QueryCache, QueryClient, queryOptions, type QueryKey } from "@tanstack/react-query";
import type { CallInput, CallOutput, ContractSpec } from "../../../contracts/contract";
import type { Endpoint } from "../api";
import { ApiError } from "../api-error";
import { goToSecondFactor, goToSignIn } from "../../session/sign-in/sign-in-path";
import { queryKeys } from "./query-keys";

const retriesMax = 2;

/**
 * An ended session leads to sign-in and back here, never to an empty list, also when the session itself was fetched. A
 * session that lacks a required second factor is asked for it.
 */
function onError(error: Error) {
  if (error instanceof ApiError && error.code === "AUTH_REQUIRED") goToSignIn();
  if (error instanceof ApiError && error.code === "SECOND_FACTOR_MISSING") goToSecondFactor();
}

/** Retry only a missing response or a server error; a refusal would be repeated. */
const retry = (failures: number, error: Error) =>
  failures < retriesMax && !(error instanceof ApiError && error.status < 500);

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError(error) {
        onError(error);
        // Removed from the team, or it is gone: the list of teams then says so, and the page with it.
        if (error instanceof ApiError && error.code === "TEAM_NOT_FOUND")
          void client.invalidateQueries({ queryKey: queryKeys.teams, exact: true });
      },
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // "always": offline is shown as an error instead of a request that waits forever.
      queries: {
        retry,
        retryDelay: (failures) => 400 * 2 ** failures,
        staleTime: 10_000,
        networkMode: "always",
        refetchOnReconnect: true,
      },
      // A mutation's response may contain a secret: drop it when its component unmounts.
      mutations: { retry: false, networkMode: "always", gcTime: 0 },
    },
  });
  return client;
}

/** Query options for an endpoint that reads. Those that carry secrets don't type-check: they never enter the cache (see `useReveal`). */
export function readQuery<C extends ContractSpec & { plaintext?: never }>(
  queryKey: QueryKey,
  endpoint: Endpoint<C>,
  input: CallInput<C>,
) {
  const queryFn = async ({ signal }: { signal: AbortSignal }) => {
    // Each in its own task: a page starts up to six at once, and each costs a phone 10 ms.
    await new Promise((resolve) => setTimeout(resolve));
    return endpoint(input, { signal });
  };
  return queryOptions<CallOutput<C>>({ queryKey, queryFn });
}
