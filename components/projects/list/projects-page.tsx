"use client";

import { Folder, Plus } from "lucide-react";
import { useEffect } from "react";
import { Page } from "@/components/layout/page";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states/empty-state";
import { ErrorState } from "@/components/ui/states/error-state";
import { Link } from "@/components/ui/buttons/link";
import { onDemand } from "@/components/ui/states/on-demand";
import { SkeletonRows } from "@/components/ui/states/skeleton";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { onceLoaded } from "@/lib/client/browser/once-loaded";
import { useProjectLists } from "../use-projects";

const waiting = (
  <Card>
    <SkeletonRows rows={6} rowHeight="h-14" label="Loading projects" />
  </Card>
);
const ProjectList = onDemand(() => import("./project-list"), waiting);

/** Every project of the vault: a name that entries and env projects share. */
export function ProjectsPage() {
  const { data, error, refetch } = useProjectLists();
  const { may } = useRights();
  useEffect(() => onceLoaded(ProjectList.preload), []);
  return (
    <Page
      title="Projects"
      description="Each project’s variables by environment, and its env files. A project appears as soon as an entry or an env project has its name."
    >
      {!data ? (
        error ? (
          <Card>
            <ErrorState error={error} onRetry={refetch} />
          </Card>
        ) : (
          waiting
        )
      ) : data.entries.length + data.envProjects.length === 0 ? (
        <Card>
          <EmptyState
            icon={<Folder />}
            title="No projects yet"
            actions={
              may("entries:write") && (
                <Link href="/vault?new=entry" className={buttonStyle({ variant: "primary" })}>
                  <Plus aria-hidden /> New entry
                </Link>
              )
            }
          >
            {may("entries:write")
              ? "Add an entry and name its project, such as billing. It appears here."
              : "A project appears here once somebody adds an entry for it."}
          </EmptyState>
        </Card>
      ) : (
        <ProjectList {...data} />
      )}
    </Page>
  );
}
