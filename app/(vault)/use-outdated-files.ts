import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { statesOf } from "@/components/projects/files/link-states";
import { ApiError } from "@/lib/client/http/api-error";
import { envProjectQuery, envProjectsQuery } from "@/lib/client/http/queries/queries";
import { fileLinksQuery } from "@/lib/client/http/resources/references-api";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import type { EnvFileType } from "@/lib/contracts/vault/envs";

/** An env file with variables that hold former values of entries, or links that lead to no one entry. */
export type OutdatedFile = {
  projectId: string;
  project: string;
  fileType: EnvFileType;
  former: number;
  unresolved: number;
};

/** At most this many files are compared unasked: the vault decrypts each of them. */
const unaskedMax = 12;

type Drifted = {
  /** Undefined until they are known. */ files: readonly OutdatedFile[] | undefined;
  isError: boolean;
  /** They are waited for. */ isPending: boolean;
  /** How many files a check compares, where it waits to be asked for; otherwise 0. */ unchecked: number;
  check: () => void;
};

/** The env files that need mending, for those who may know; one file is compared after another. */
export function useOutdatedFiles(): Drifted {
  const { may } = useRights();
  const queryClient = useQueryClient();
  const mayKnow = may("envs:reveal") && may("entries:reveal");
  const { data: projects } = useQuery({ ...envProjectsQuery, enabled: mayKnow });
  const [asked, setAsked] = useState(false);
  const count = projects?.data.reduce((sum, { fileCount }) => sum + fileCount, 0) ?? 0;
  const isChecked = mayKnow && projects !== undefined && (asked || count <= unaskedMax);
  const { data, isError } = useQuery({
    queryKey: ["drifted-files"],
    enabled: isChecked,
    staleTime: 0,
    gcTime: 0,
    queryFn: async () => {
      const drifted: OutdatedFile[] = [];
      for (const { id, name, fileCount } of projects?.data ?? []) {
        if (fileCount === 0) continue;
        try {
          const { files } = (await queryClient.fetchQuery(envProjectQuery(id))).data;
          for (const { id: fileId, fileType, version } of files) {
            const links = await queryClient.fetchQuery({ ...fileLinksQuery(id, fileId, version), staleTime: 0 });
            const states = statesOf(links.data);
            const former = states.get("outdated") ?? 0;
            const unresolved = states.get("unresolved") ?? 0;
            if (former + unresolved > 0) drifted.push({ projectId: id, project: name, fileType, former, unresolved });
          }
        } catch (error) {
          // Deleted meanwhile.
          if (!(error instanceof ApiError && error.status === 404)) throw error;
        }
      }
      return drifted;
    },
  });
  return {
    files: data,
    isError,
    isPending: isChecked && !data && !isError,
    unchecked: mayKnow && projects !== undefined && !isChecked ? count : 0,
    check: () => setAsked(true),
  };
}
