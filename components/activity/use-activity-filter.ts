import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { addressOf, filterOf, type ActivityFilter } from "./activity-filter";

/** The filter, which is kept in the page's address: a link to it shows the same. */
export function useActivityFilter(): [ActivityFilter, (change: ActivityFilter) => void] {
  const address = useSearchParams();
  const filter = useMemo(() => filterOf(address), [address]);
  // Without the router: the page itself does not depend on the query, so the server need not be asked.
  const change = (next: ActivityFilter) =>
    window.history.replaceState(null, "", `${window.location.pathname}${addressOf({ ...filter, ...next })}`);
  return [filter, change];
}
