import { queryOptions, useQuery } from "@tanstack/react-query";
import { queryKeys } from "../http/queries/query-keys";
import { readSession } from "./session";

const sessionQuery = queryOptions({
  queryKey: queryKeys.session,
  queryFn: () => readSession(),
  staleTime: 60_000,
});

export const useSession = () => useQuery(sessionQuery);
