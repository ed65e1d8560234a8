import { QueryClient, QueryClientProvider, type QueryKey } from "@tanstack/react-query";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** A cache as a page has it that asks once: `lists` are there already. */
export function cacheWith(lists: readonly (readonly [QueryKey, unknown])[] = []): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: "always" } } });
  for (const [queryKey, list] of lists) client.setQueryData(queryKey, list);
  return client;
}

/** Renders it once, without a browser: nothing is mounted, and no effect runs. */
export const rendered = (part: ReactElement, client = cacheWith()): string =>
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, part));

/** What a hook returns in such a rendering. */
export function hookIn<T>(client: QueryClient, hook: () => T): T {
  const got: T[] = [];
  rendered(
    createElement(function Holder() {
      got.push(hook());
      return null;
    }),
    client,
  );
  return got[0] as T;
}

/** Whether the page will ask for it again. */
export const isStale = (client: QueryClient, queryKey: QueryKey): boolean | undefined =>
  client.getQueryState(queryKey)?.isInvalidated;
