import type { QueryClient } from "@tanstack/react-query";
import type { ListedEntry } from "../../../contracts/vault/entries";
import { describeError } from "../describe-error";
import { entriesQuery } from "./queries";

/** The entries as they are now. A request that is under way already may have been answered before: it doesn't count. */
export async function freshEntries(client: QueryClient): Promise<ListedEntry[]> {
  await client.cancelQueries({ queryKey: entriesQuery.queryKey, exact: true });
  return client.fetchQuery({ ...entriesQuery, staleTime: 0 });
}

/**
 * These entries as they are now: others may have changed or deleted some, or an answer got lost. Without an answer now,
 * they are as they were.
 */
export async function stillThere(client: QueryClient, entries: readonly ListedEntry[]): Promise<ListedEntry[]> {
  const all = await freshEntries(client).catch(() => entries);
  const byId = new Map(all.map((entry) => [entry.id, entry]));
  return entries.flatMap(({ id }) => byId.get(id) ?? []);
}

/**
 * Why an entry is not in the cached list, which may be older than the entry: the list is refetched before this says that
 * there is none. Undefined if it is there now.
 */
export async function whyMissing(client: QueryClient, id: string): Promise<string | undefined> {
  try {
    const all = await freshEntries(client);
    return all.some((entry) => entry.id === id) ? undefined : (await import("../gone")).goneText("ENTRY_NOT_FOUND");
  } catch (error) {
    return describeError(error).message;
  }
}
