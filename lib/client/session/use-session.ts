import { queryOptions, useQuery } from "@tanstack/react-query";
import { queryKeys } from "../http/queries/query-keys";
import { readOwnSession } from "./session";

const sessionQuery = queryOptions({
  queryKey: queryKeys.session,
  queryFn: () => readOwnSession(),
  staleTime: 60_000,
});

export const useSession = () => useQuery(sessionQuery);
