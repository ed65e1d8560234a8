"use client";

import { useQuery } from "@tanstack/react-query";
import { FileCode2, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { Page } from "@/components/layout/page";
import { useListFilter } from "@/components/layout/shortcuts/use-list-filter";
import { Button } from "@/components/ui/buttons/button";
import { EmptyState } from "@/components/ui/states/empty-state";
import { ErrorState } from "@/components/ui/states/error-state";
import { onDemand } from "@/components/ui/states/on-demand";
import { SearchInput } from "@/components/ui/inputs/search-input";
import { inNameOrder } from "@/lib/client/words/name-order";
import { envProjectsQuery } from "@/lib/client/http/queries/queries";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { useSearchText } from "@/lib/client/hooks/address/use-search-text";
import { searched } from "@/lib/client/words/search-words";
import { useDeferred } from "@/lib/client/hooks/use-deferred";
import type { EnvProject } from "@/lib/contracts/vault/envs";
import { ProjectGrid, ProjectGridSkeleton } from "./project-grid";
import { useAddressRequest } from "@/lib/client/hooks/address/use-address-request";

const DeleteProjectDialog = onDemand(() => import("./delete-project-dialog"));
const ProjectDialog = onDemand(() => import("./project-dialog"));

export function EnvProjects() {
  const projects = useQuery(envProjectsQuery);
  const data = useDeferred(projects.data);
  const writes = useRights().may("envs:write");
  const [search, setSearch] = useSearchText();
  const [opened, setOpened] = useState<{ dialog: "new" } | { dialog: "edit" | "delete"; project: EnvProject }>();
  const shownSearch = useListFilter(search);
  const close = () => setOpened(undefined);

  useAddressRequest((request) => request.get("new") === "project" && setOpened({ dialog: "new" }));

  const all = useMemo(() => inNameOrder(data?.data ?? [], ({ name }) => name), [data]);
  const isEmpty = data !== undefined && all.length === 0;
  const found = searched(all, shownSearch, ({ name, description }) => `${name} ${description}`);
  const newButton = writes && (
    <Button variant="primary" icon={<Plus />} data-shortcut="new" onClick={() => setOpened({ dialog: "new" })}>
      New env project
    </Button>
  );

  return (
    <Page title="Env projects" actions={all.length > 0 && newButton}>
      {/* Also while the projects load: the search can be typed at once, and the largest text is there from the start. */}
      {(data || !projects.isError) && !isEmpty && (
        <SearchInput
          label="Search env projects"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="mb-4 sm:max-w-sm"
        />
      )}
      {!data ? (
        projects.isError ? (
          <ErrorState error={projects.error} onRetry={projects.refetch} />
        ) : (
          <ProjectGridSkeleton />
        )
      ) : isEmpty ? (
        <EmptyState icon={<FileCode2 />} title="No env projects yet" actions={newButton}>
          An env project keeps the .env files of one code base. Each file is encrypted as a whole.
        </EmptyState>
      ) : found.length === 0 ? (
        <EmptyState title="No env projects match" actions={<Button onClick={() => setSearch("")}>Clear search</Button>}>
          No name or description contains “{shownSearch.trim()}”.
        </EmptyState>
      ) : (
        <ProjectGrid
          projects={found}
          onEdit={writes ? (project) => setOpened({ dialog: "edit", project }) : undefined}
          onDelete={(project) => setOpened({ dialog: "delete", project })}
        />
      )}
      {opened?.dialog === "new" && <ProjectDialog onClose={close} />}
      {opened?.dialog === "edit" && <ProjectDialog project={opened.project} onClose={close} />}
      {opened?.dialog === "delete" && <DeleteProjectDialog project={opened.project} onClose={close} />}
    </Page>
  );
}
