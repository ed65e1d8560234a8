import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { listTwoFactorTokens } from "@/lib/client/http/api";
import { twoFactorTokensInOrder } from "@/lib/client/http/queries/queries-in-order";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { timedFetch } from "./codes/server-clock";

/** The shared list; its response's Date header also tells the clocks' difference. */
export const useTwoFactorTokens = () =>
  useQuery({
    ...twoFactorTokensInOrder,
    queryFn: ({ signal }) => listTwoFactorTokens({}, { signal, fetch: timedFetch }),
  });

/** After a write: the list, and the totals that count it. */
export function useRefreshTokens(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.twoFactor }),
      client.invalidateQueries({ queryKey: queryKeys.stats }),
    ]);
  }, [client]);
}
