"use client";

import { FileCode2 } from "lucide-react";
import { useMemo } from "react";
import { useListKeys } from "@/components/layout/shortcuts/list-keys";
import { useListFilter } from "@/components/layout/shortcuts/use-list-filter";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/buttons/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states/empty-state";
import { Link } from "@/components/ui/buttons/link";
import { SearchInput } from "@/components/ui/inputs/search-input";
import { VirtualRows } from "@/components/ui/virtual-rows";
import { useSearchText } from "@/lib/client/hooks/address/use-search-text";
import { searched } from "@/lib/client/words/search-words";
import { environmentLabels } from "@/lib/client/words/labels";
import { projectPath } from "@/lib/client/vaults/project-path";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { EnvProject } from "@/lib/contracts/vault/envs";
import { projectsOf, variablesText, type Project } from "../projects";

type ProjectListProps = { entries: readonly ListedEntry[]; envProjects: readonly EnvProject[] };

/** Two lines of text. */
const rowHeight = 56;

/** The projects by name, and a search among them. */
export default function ProjectList({ entries, envProjects }: ProjectListProps) {
  useListKeys();
  const [search, setSearch] = useSearchText();
  const shownSearch = useListFilter(search);
  const all = useMemo(() => projectsOf(entries, envProjects), [entries, envProjects]);
  const found = searched(all, shownSearch, ({ name }) => name);
  return (
    <>
      <SearchInput
        label="Search projects"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        className="mb-4 sm:max-w-sm"
      />
      <Card className="overflow-clip">
        {found.length === 0 ? (
          <EmptyState title="No projects match" actions={<Button onClick={() => setSearch("")}>Clear search</Button>}>
            No name contains “{shownSearch.trim()}”.
          </EmptyState>
        ) : (
          <VirtualRows items={found} itemKey={({ name }) => name} rowHeight={rowHeight} label="Projects">
            {(project) => <ProjectRow project={project} />}
          </VirtualRows>
        )}
      </Card>
    </>
  );
}

/** The whole row is a link to the project. */
function ProjectRow({ project: { name, variables, environments, envProjects } }: { project: Project }) {
  const files = envProjects.reduce((sum, { fileCount }) => sum + fileCount, 0);
  return (
    <div className="relative flex h-full items-center gap-3 px-4 hover:bg-sunken/60">
      <div className="min-w-0 flex-1">
        <Link
          href={projectPath(name)}
          data-list-item={name}
          className="block truncate rounded-sm text-sm font-medium after:absolute after:inset-0"
        >
          {name}
        </Link>
        <p className="mt-0.5 truncate text-xs text-muted">
          {variablesText(variables)}
          <span className="sm:hidden">
            {environments.map((environment) => ` · ${environmentLabels[environment]}`).join("")}
          </span>
        </p>
      </div>
      <ul aria-label={`Environments of ${name}`} className="hidden shrink-0 gap-1 sm:flex">
        {environments.map((environment) => (
          <li key={environment} className="flex">
            <Badge>{environmentLabels[environment]}</Badge>
          </li>
        ))}
      </ul>
      <p className="flex w-28 shrink-0 items-center justify-end gap-1.5 text-right text-xs text-muted">
        {envProjects.length > 0 && <FileCode2 aria-hidden className="size-3.5 shrink-0" />}
        {envProjects.length === 0
          ? "No env project"
          : files === 0
            ? "No files yet"
            : files === 1
              ? "1 env file"
              : `${files} env files`}
      </p>
    </div>
  );
}
