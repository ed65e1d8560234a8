"use client";

import { useQuery } from "@tanstack/react-query";
import { Page } from "@/components/layout/page";
import { Failure } from "@/components/ui/failure";
import { Skeleton, SkeletonRows } from "@/components/ui/skeleton";
import { envProjectQuery } from "@/lib/client/queries";
import { BackLink } from "./back-link";
import type { FillDialog } from "./fill-file";
import { ProjectFiles } from "./project-files";

export function EnvProject({ id, fillDialog }: { id: string; fillDialog: FillDialog }) {
  const project = useQuery(envProjectQuery(id));
  if (project.isPending) {
    return (
      <Page before={<BackLink />} title={<><span className="sr-only">Env project</span><Skeleton className="h-6 w-40" /></>}>
        <SkeletonRows rows={8} label="Loading the project" className="rounded-lg border border-line bg-surface" />
      </Page>
    );
  }
  if (project.isError) {
    return (
      <Page before={<BackLink />} title="Env project">
        <Failure error={project.error} onRetry={project.refetch} />
      </Page>
    );
  }
  return <ProjectFiles key={id} project={project.data.data} fillDialog={fillDialog} />;
}
