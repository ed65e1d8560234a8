import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FileCode2, Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Card, CardHeader } from "@/components/ui/card";
import { ErrorNote } from "@/components/ui/states/error-state";
import { Link } from "@/components/ui/buttons/link";
import { SkeletonRows } from "@/components/ui/states/skeleton";
import { toast } from "@/components/ui/toasts/toast";
import { pageNow } from "@/lib/client/browser/page-now";
import { fileTypes } from "@/lib/client/words/file-names";
import { createEnvProject } from "@/lib/client/http/api";
import { ApiError } from "@/lib/client/http/api-error";
import { describeError } from "@/lib/client/http/describe-error";
import { onlyNew } from "@/lib/client/http/precondition";
import { envProjectQuery } from "@/lib/client/http/queries/queries";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { useGoTo } from "@/lib/client/hooks/address/use-go-to";
import { hasTyped } from "@/lib/client/session/typed/typed";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import type { EnvProject } from "@/lib/contracts/vault/envs";
import { EnvFileRow } from "./env-file-row";

/** The env projects of a project's name, and what their files have to do with its entries. */
export function EnvFiles({ name, envProjects }: { name: string; envProjects: readonly EnvProject[] }) {
  const { may } = useRights();
  if (envProjects.length === 0)
    return (
      <Card>
        <CardHeader
          title="Env project"
          description="There is no env project with this name. It would hold the .env files of your code."
          actions={may("envs:write") && <NewEnvProject name={name} />}
        />
      </Card>
    );
  return envProjects.map((project) => <EnvProjectCard key={project.id} project={project} />);
}

function NewEnvProject({ name }: { name: string }) {
  const goTo = useGoTo();
  const queryClient = useQueryClient();
  const [pending, setPending] = useState(false);
  async function create() {
    setPending(true);
    const isShown = pageNow();
    try {
      const { data } = await createEnvProject({ body: { name } }, onlyNew);
      // What was typed meanwhile, into an entry's form, keeps the page.
      if (isShown() && !hasTyped()) goTo(`/envs/${data.id}`);
    } catch (error) {
      setPending(false);
      toast.error(
        error instanceof ApiError && error.code === "CHANGED_MEANWHILE"
          ? `${name} was created in another tab or by someone else meanwhile`
          : describeError(error).message,
      );
    }
    // The project replaces the button, whoever created it.
    void queryClient.invalidateQueries({ queryKey: queryKeys.envProjects });
  }
  return (
    <Button size="small" icon={<Plus />} pending={pending} onClick={() => void create()}>
      Create env project
    </Button>
  );
}

function EnvProjectCard({ project: { id, name } }: { project: EnvProject }) {
  const { data, error } = useQuery(envProjectQuery(id));
  const files = data?.data.files;
  return (
    <Card className="overflow-clip">
      <CardHeader
        title={
          <span className="flex items-center gap-2">
            <FileCode2 aria-hidden className="size-4 text-muted" /> Env project
          </span>
        }
        actions={
          <Link
            href={`/envs/${id}`}
            aria-label={`Open the env project ${name}`}
            className="inline-flex min-h-control items-center rounded-sm px-1 text-sm font-medium text-accent-ink underline underline-offset-2"
          >
            Open
          </Link>
        }
      />
      {files ? (
        files.length === 0 ? (
          <p className="px-4 py-3 text-sm text-muted">It has no files yet.</p>
        ) : (
          <ul aria-label={`Env files of ${name}`} className="divide-y divide-line">
            {fileTypes.flatMap((fileType) => {
              const file = files.find((one) => one.fileType === fileType);
              return file ? [<EnvFileRow key={file.id} file={file} />] : [];
            })}
          </ul>
        )
      ) : error ? (
        <ErrorNote error={error} className="m-3" />
      ) : (
        <SkeletonRows rows={2} label="Loading the env files" />
      )}
    </Card>
  );
}
