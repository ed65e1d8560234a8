"use client";

import { useQuery } from "@tanstack/react-query";
import { Page } from "@/components/layout/page";
import { Failure } from "@/components/ui/failure";
import { Skeleton, SkeletonRows } from "@/components/ui/skeleton";
import { envProjectQuery } from "@/lib/client/queries";
import { useArrived } from "@/lib/client/use-arrived";
import { BackLink } from "./back-link";
import type { FillDialog } from "./fill-file";
import { ProjectFiles } from "./project-files";

/** `name`: as far as the server knew it when it drew the page. */
export function EnvProject({ id, name, fillDialog }: { id: string; name: string | null; fillDialog: FillDialog }) {
  const project = useQuery(envProjectQuery(id));
  const data = useArrived(project.data);
  if (project.isError) {
    return (
      <Page before={<BackLink />} title="Env project">
        <Failure error={project.error} onRetry={project.refetch} />
      </Page>
    );
  }
  if (!data) {
    return (
      <Page before={<BackLink />} title={name ?? <><span className="sr-only">Env project</span><Skeleton className="h-6 w-40" /></>}>
        <SkeletonRows rows={8} label="Loading the project" className="rounded-lg border border-line bg-surface" />
      </Page>
    );
  }
  return <ProjectFiles key={id} project={data.data} fillDialog={fillDialog} />;
}
