import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { entriesQuery } from "@/lib/client/http/queries/queries";
import { inNameOrder } from "@/lib/client/words/name-order";

export type ProjectName = { name: string; categories: string[] };

const shownAtMost = 6;

/** The projects that entries of any category name already: those that begin with the text first. */
export function useProjectNames(text: string): ProjectName[] {
  const { data: entries } = useQuery(entriesQuery);
  const all = useMemo(() => {
    const byName = new Map<string, Set<string>>();
    for (const { name, category } of entries ?? [])
      byName.set(name, (byName.get(name) ?? new Set()).add(category.name));
    return inNameOrder(
      [...byName].map(([name, categories]) => ({ name, categories: [...categories] })),
      ({ name }) => name,
    );
  }, [entries]);
  return useMemo(() => {
    const search = text.trim().toLowerCase();
    const rank = ({ name }: ProjectName) => (name.toLowerCase().startsWith(search) ? 0 : 1);
    return all
      .filter(({ name }) => name.toLowerCase().includes(search) && name !== text)
      .sort((a, b) => rank(a) - rank(b))
      .slice(0, shownAtMost);
  }, [all, text]);
}
