import { useCallback, useEffect, useRef, useState } from "react";
import { listActivity } from "@/lib/client/http/resources/activity-api";
import type { ActivityRecord } from "@/lib/contracts/access/activity";
import { firstPage, queryOf, type ActivityFilter } from "./filters/activity-filter";

/** Enough that scrolling seldom waits. */
const furtherPages = 200;

type Pages = {
  pages: readonly (readonly ActivityRecord[])[];
  /** Whether there may be more. */ more: boolean;
  pending: boolean;
  error: unknown;
};

/**
 * The pages that follow the first, in this component's state: as queries, all of them would be asked for again whenever
 * one is.
 */
export function usePages(first: readonly ActivityRecord[], filter: ActivityFilter): Pages & { next: () => void } {
  const [state, setState] = useState<Pages>({
    pages: [first],
    more: first.length === firstPage,
    pending: false,
    error: undefined,
  });
  const request = useRef<AbortController>(undefined);
  useEffect(() => () => request.current?.abort(), []);
  const before = state.pages.at(-1)?.at(-1)?.id;

  const next = useCallback(async () => {
    request.current?.abort();
    const own = new AbortController();
    request.current = own;
    setState((last) => ({ ...last, pending: true, error: undefined }));
    try {
      const page = await listActivity(
        { query: { ...queryOf(filter), before, limit: furtherPages } },
        { signal: own.signal },
      );
      if (own.signal.aborted) return;
      setState(({ pages }) => ({
        pages: [...pages, page],
        more: page.length === furtherPages,
        pending: false,
        error: undefined,
      }));
    } catch (error) {
      if (!own.signal.aborted) setState((last) => ({ ...last, pending: false, error }));
    }
  }, [filter, before]);

  return { ...state, next: useCallback(() => void next(), [next]) };
}
