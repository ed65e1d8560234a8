import { useQuery } from "@tanstack/react-query";
import { entriesQuery, envProjectsQuery } from "@/lib/client/http/queries/queries";
import { useDeferred } from "@/lib/client/hooks/use-deferred";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { EnvProject } from "@/lib/contracts/vault/envs";

type ProjectLists = {
  /** Undefined until both have arrived. */ data: { entries: ListedEntry[]; envProjects: EnvProject[] } | undefined;
  error: Error | null;
  /** They are asked for, for the first time or again. */ isFetching: boolean;
  refetch: () => Promise<unknown>;
};

/** The two lists whose names projects are. */
export function useProjectLists(): ProjectLists {
  const entries = useQuery(entriesQuery);
  const envProjects = useQuery(envProjectsQuery);
  const [drawnEntries, drawnProjects] = [useDeferred(entries.data), useDeferred(envProjects.data)];
  return {
    data: drawnEntries && drawnProjects && { entries: drawnEntries, envProjects: drawnProjects.data },
    error: (entries.data ? null : entries.error) ?? (envProjects.data ? null : envProjects.error),
    isFetching: entries.isFetching || envProjects.isFetching,
    refetch: () => Promise.all([entries, envProjects].filter(({ isError }) => isError).map((list) => list.refetch())),
  };
}
