import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { addressOf, filterOf, type ActivityFilter, type ChangeFilter } from "./activity-filter";

/**
 * The filter, which is kept in the page's address: a link to it shows the same. Back returns to what there was before a
 * change that is pushed.
 */
export function useActivityFilter(): [ActivityFilter, ChangeFilter] {
  const address = useSearchParams();
  const filter = useMemo(() => filterOf(address), [address]);
  // Without the router: the page itself does not depend on the query, so the server need not be asked.
  const change: ChangeFilter = (next, how = "replaceState") =>
    window.history[how](null, "", `${window.location.pathname}${addressOf({ ...filter, ...next })}`);
  return [filter, change];
}
