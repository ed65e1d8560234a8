"use client";

import { Folder } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { Page } from "@/components/layout/page";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states/empty-state";
import { ErrorState } from "@/components/ui/states/error-state";
import { Link } from "@/components/ui/buttons/link";
import { onDemand } from "@/components/ui/states/on-demand";
import { SkeletonRows } from "@/components/ui/states/skeleton";
import { onceLoaded } from "@/lib/client/browser/once-loaded";
import { aboutProject } from "./about-project";
import { BackToProjects } from "./back-to-projects";
import { useProjectLists } from "./use-projects";

// Fetched beside the lists, so that neither waits for the other.
const ProjectView = onDemand(
  () => import("./project-view"),
  ({ name }) => <Waiting name={name} />,
);

/** What one project has. `name` is null if the address holds none. */
export function ProjectPage({
  name,
  activityOf,
}: {
  name: string | null;
  /** What was done with an entry: another feature, passed in by the page. */
  activityOf: (entryId: string) => ReactNode;
}) {
  const { data, error, isFetching, refetch } = useProjectLists();
  useEffect(() => onceLoaded(ProjectView.preload), []);
  const entries = data?.entries.filter((entry) => entry.name === name) ?? [];
  const envProjects = data?.envProjects.filter((project) => project.name === name) ?? [];
  const none = entries.length + envProjects.length === 0;
  if (!data && error)
    return (
      <Frame name={name}>
        <ErrorState error={error} onRetry={refetch} />
      </Frame>
    );
  // What is new, or has just been renamed, may still be on its way.
  if (name !== null && (!data || (none && isFetching))) return <Waiting name={name} />;
  if (name === null || none)
    return (
      <Frame name={name}>
        <EmptyState
          icon={<Folder />}
          title="There is no such project"
          actions={
            <Link href="/projects" className={buttonStyle({ variant: "primary" })}>
              All projects
            </Link>
          }
        >
          No entry and no env project has this name. It was renamed or deleted, or its address is wrong.
        </EmptyState>
      </Frame>
    );
  return <ProjectView key={name} name={name} entries={entries} envProjects={envProjects} activityOf={activityOf} />;
}

function Frame({ name, children }: { name: string | null; children: ReactNode }) {
  return (
    <Page before={<BackToProjects />} title={name ?? "Project"}>
      <Card>{children}</Card>
    </Page>
  );
}

function Waiting({ name }: { name: string }) {
  return (
    <Page before={<BackToProjects />} title={name} description={aboutProject}>
      <Card>
        <SkeletonRows rows={8} rowHeight="h-16" label="Loading the project" />
      </Card>
    </Page>
  );
}
