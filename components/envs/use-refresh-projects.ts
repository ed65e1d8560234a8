import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { queryKeys } from "@/lib/client/http/queries/query-keys";

/** After a write: the list with its counts, and every project below it. */
export function useRefreshProjects(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: queryKeys.envProjects }), [client]);
}
