import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { entriesQuery } from "@/lib/client/http/queries/queries";

/** How many entries each category has; undefined until they are known. */
export function useEntryCounts(): { total: number | undefined; counts: ReadonlyMap<string, number> | undefined } {
  const { data: entries } = useQuery(entriesQuery);
  const counts = useMemo(() => {
    if (!entries) return undefined;
    const byCategory = new Map<string, number>();
    for (const { categoryId } of entries) byCategory.set(categoryId, (byCategory.get(categoryId) ?? 0) + 1);
    return byCategory;
  }, [entries]);
  return { total: entries?.length, counts };
}
