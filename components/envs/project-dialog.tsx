"use client";

import { useId } from "react";
import { useForm, type Resolver } from "react-hook-form";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { ErrorNote } from "@/components/ui/states/error-state";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { Textarea } from "@/components/ui/inputs/textarea";
import { toast } from "@/components/ui/toasts/toast";
import { createEnvProject, updateEnvProject } from "@/lib/client/http/api";
import { contractResolver } from "@/lib/client/http/contract-resolver";
import { setFormError } from "@/lib/client/http/field-errors";
import { useGoTo } from "@/lib/client/hooks/address/use-go-to";
import { useShownVersion } from "@/lib/client/hooks/reveal/use-shown-version";
import { CreateEnvProject, type EnvProject } from "@/lib/contracts/vault/envs";
import { useRefreshProjects } from "./use-refresh-projects";

type Values = { name: string; description: string };

const fields = ["name", "description"] as const;
const resolver: Resolver<Values, unknown, CreateEnvProject> = contractResolver(CreateEnvProject, {
  name: "Enter a name",
});

/** Creates a project and opens it, or edits the given one, sending only what changed. */
export default function ProjectDialog({ project, onClose }: { project?: EnvProject; onClose: () => void }) {
  const id = useId();
  const goTo = useGoTo();
  const refresh = useRefreshProjects();
  const atShown = useShownVersion(project);
  const { register, handleSubmit, setError, formState } = useForm<Values, unknown, CreateEnvProject>({
    resolver,
    defaultValues: { name: project?.name ?? "", description: project?.description ?? "" },
  });
  const { errors, dirtyFields, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    const changes = Object.fromEntries(
      fields.filter((field) => dirtyFields[field]).map((field) => [field, values[field]]),
    );
    if (project && Object.keys(changes).length === 0) return onClose();
    try {
      const { data } = project
        ? await atShown((only) => updateEnvProject({ params: { id: project.id }, body: changes }, only))
        : await createEnvProject({ body: values });
      await refresh();
      toast.success(project ? `${data.name} was changed` : `${data.name} was created`);
      onClose();
      if (!project) goTo(`/envs/${data.id}`);
    } catch (error) {
      setFormError(error, setError, fields);
    }
  });

  return (
    <Dialog
      open
      onOpenChange={() => !isSubmitting && onClose()}
      title={project ? `Edit ${project.name}` : "New env project"}
      footer={
        <>
          <Button onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="primary" pending={isSubmitting}>
            {project ? "Save changes" : "Create env project"}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
        <Field label="Name" error={errors.name?.message} required>
          {(control) => (
            <Input {...control} data-autofocus autoComplete="off" placeholder="billing" {...register("name")} />
          )}
        </Field>
        <Field label="Description" optional error={errors.description?.message}>
          {(control) => <Textarea {...control} rows={2} {...register("description")} />}
        </Field>
        {errors.root?.["server"]?.message && <ErrorNote error={errors.root["server"].message} />}
      </form>
    </Dialog>
  );
}
