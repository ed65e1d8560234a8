"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Page } from "@/components/layout/page";
import { ErrorState } from "@/components/ui/states/error-state";
import { onDemand } from "@/components/ui/states/on-demand";
import { Skeleton, SkeletonRows } from "@/components/ui/states/skeleton";
import { onceLoaded } from "@/lib/client/browser/once-loaded";
import { envProjectQuery } from "@/lib/client/http/queries/queries";
import { ApiError } from "@/lib/client/http/api-error";
import { useDeferred } from "@/lib/client/hooks/use-deferred";
import { BackLink } from "./back-link";
import type { FillDialog } from "./compare/fill-file";
import { ProjectGone } from "./project-gone";

// Fetched beside the project itself, so that neither waits for the other.
const ProjectFiles = onDemand(
  () => import("./project-files"),
  ({ project }) => <Waiting name={project.name} />,
);

/** `name`: the project's name, if the server knew it when it rendered the page. */
export function EnvProject({ id, name, fillDialog }: { id: string; name: string | null; fillDialog: FillDialog }) {
  const project = useQuery(envProjectQuery(id));
  const data = useDeferred(project.data);
  useEffect(() => onceLoaded(ProjectFiles.preload), []);
  const gone = project.error instanceof ApiError && project.error.code === "ENV_PROJECT_NOT_FOUND";
  if (gone && !data) return <ProjectGone />;
  // A refetch that fails leaves what is shown, and what was typed into it.
  if (!data && project.isError) {
    return (
      <Page before={<BackLink />} title="Env project">
        <ErrorState error={project.error} onRetry={project.refetch} />
      </Page>
    );
  }
  if (!data) return <Waiting name={name} />;
  return <ProjectFiles key={id} project={data.data} gone={gone} fillDialog={fillDialog} />;
}

function Waiting({ name }: { name: string | null }) {
  return (
    <Page
      before={<BackLink />}
      title={
        name ?? (
          <>
            <span className="sr-only">Env project</span>
            <Skeleton className="h-6 w-40" />
          </>
        )
      }
    >
      <SkeletonRows rows={8} label="Loading the env project" className="rounded-lg border border-line bg-surface" />
    </Page>
  );
}
