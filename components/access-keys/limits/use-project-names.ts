import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { entriesQuery, envProjectsQuery } from "@/lib/client/http/queries/queries";
import { inNameOrder } from "@/lib/client/words/name-order";

/** The names of all entries and env projects, each once, in order of name. */
export function useProjectNames(): { names: string[]; state: "loading" | "failed" | "loaded" } {
  const entries = useQuery(entriesQuery);
  const envProjects = useQuery(envProjectsQuery);
  const names = useMemo(
    () =>
      inNameOrder(
        [...new Set([...(entries.data ?? []), ...(envProjects.data?.data ?? [])].map(({ name }) => name))],
        (name) => name,
      ),
    [entries.data, envProjects.data],
  );
  const failed = entries.isError || envProjects.isError;
  return { names, state: failed ? "failed" : entries.data && envProjects.data ? "loaded" : "loading" };
}
