import { MutationCache, QueryCache, QueryClient, queryOptions, type QueryKey } from "@tanstack/react-query";
import type { CallInput, CallOutput, ContractSpec } from "../../contracts/contract";
import type { Endpoint } from "./api";
import { ApiError } from "./api-error";
import { goToSecondFactor, goToSignIn } from "../session/sign-in-path";

const retriesMax = 2;

/**
 * A session that ended leads to sign-in and back here, never to an empty list: also when the session itself was asked for.
 * One that lacks the second factor that the vault asks for, since just now, is asked for it.
 */
function onError(error: Error) {
  if (error instanceof ApiError && error.code === "AUTH_REQUIRED") goToSignIn();
  if (error instanceof ApiError && error.code === "SECOND_FACTOR_MISSING") goToSecondFactor();
}

/** A refusal stays one: only a missing answer or the server's own fault is worth asking again. */
const retry = (failures: number, error: Error) =>
  failures < retriesMax && !(error instanceof ApiError && error.status < 500);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // "always": offline becomes an error that is shown, not a request that waits for ever.
      queries: {
        retry,
        retryDelay: (failures) => 400 * 2 ** failures,
        staleTime: 10_000,
        networkMode: "always",
        refetchOnReconnect: true,
      },
      // A mutation's answer may hold a secret: nothing of it stays once its component is gone.
      mutations: { retry: false, networkMode: "always", gcTime: 0 },
    },
  });
}

/** Query options for an endpoint that reads. Those that carry secrets don't type-check: they never enter the cache (see `useReveal`). */
export function readQuery<C extends ContractSpec & { plaintext?: never }>(
  queryKey: QueryKey,
  endpoint: Endpoint<C>,
  input: CallInput<C>,
) {
  const queryFn = async ({ signal }: { signal: AbortSignal }) => {
    // In a turn of its own: a page begins up to six at once, and each costs a phone 10 ms.
    await new Promise((resolve) => setTimeout(resolve));
    return endpoint(input, { signal });
  };
  return queryOptions<CallOutput<C>>({ queryKey, queryFn });
}
