"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useForm, type Resolver } from "react-hook-form";
import { FormDialog } from "@/components/ui/dialogs/form-dialog";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { Textarea } from "@/components/ui/inputs/textarea";
import { useDiscard } from "@/components/ui/dialogs/use-discard";
import { toast } from "@/components/ui/toasts/toast";
import { createEnvProject, updateEnvProject } from "@/lib/client/http/api";
import { contractResolver } from "@/lib/client/http/contract-resolver";
import { setFormError } from "@/lib/client/http/field-errors";
import { afterLostAnswer } from "@/lib/client/http/lost-answer";
import { isChangedMeanwhile, onlyNew } from "@/lib/client/http/precondition";
import { envProjectsQuery } from "@/lib/client/http/queries/queries";
import { useGoTo } from "@/lib/client/hooks/address/use-go-to";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { useShownVersion } from "@/lib/client/hooks/reveal/use-shown-version";
import { CreateEnvProject, type EnvProject } from "@/lib/contracts/vault/envs";
import { useRefreshProjects } from "./use-refresh-projects";

type Values = { name: string; description: string };

const fields = ["name", "description"] as const;
const taken = "An env project with this name already exists: use it, or choose another name";
const mayStand = "The env project may have been created anyway. Check the list before you try again.";

const resolver: Resolver<Values, unknown, CreateEnvProject> = contractResolver(CreateEnvProject, {
  name: "Enter a name",
});

/** Creates a project and opens it, or edits the given one, sending only what changed. */
export default function ProjectDialog({ project, onClose }: { project?: EnvProject; onClose: () => void }) {
  const goTo = useGoTo();
  const queryClient = useQueryClient();
  const refresh = useRefreshProjects();
  const isThere = useIsThere();
  const atShown = useShownVersion(project);
  const { register, handleSubmit, setError, formState } = useForm<Values, unknown, CreateEnvProject>({
    resolver,
    defaultValues: { name: project?.name ?? "", description: project?.description ?? "" },
  });
  const { errors, dirtyFields, isDirty, isSubmitting } = formState;
  const { close, question } = useDiscard(isDirty, onClose, isSubmitting);
  // Its files of every environment would go by the new name.
  const { environments } = useRights();
  const names = !project || environments === null;

  /** Whether another env project has the name: the vault takes any for a change. Without the list, nobody knows. */
  async function isTaken(name: string, own: EnvProject): Promise<boolean> {
    if (name === own.name) return false;
    const { data } = await queryClient.fetchQuery({ ...envProjectsQuery, staleTime: 0 }).catch(() => ({ data: [] }));
    return data.some((other) => other.name === name && other.id !== own.id);
  }

  const submit = handleSubmit(async (values) => {
    const changes = Object.fromEntries(
      fields.filter((field) => dirtyFields[field]).map((field) => [field, values[field]]),
    );
    if (project && Object.keys(changes).length === 0) return onClose();
    const takesName = () => setError("name", { type: "server", message: taken }, { shouldFocus: true });
    if (project && (await isTaken(values.name, project))) return takesName();
    try {
      const { data } = project
        ? await atShown((only) => updateEnvProject({ params: { id: project.id }, body: changes }, only))
        : await createEnvProject({ body: values }, onlyNew);
      await refresh();
      toast.success(project ? `${data.name} was changed` : `${data.name} was created`);
      if (!isThere()) return;
      onClose();
      if (!project) goTo(`/envs/${data.id}`);
    } catch (error) {
      if (!project && isChangedMeanwhile(error)) {
        void refresh();
        return takesName();
      }
      setFormError(project ? error : await afterLostAnswer(error, mayStand, refresh), setError, fields);
    }
  });

  return (
    <FormDialog
      title={project ? `Edit ${project.name}` : "New env project"}
      submitLabel={project ? "Save changes" : "Create env project"}
      pending={isSubmitting}
      onSubmit={submit}
      onClose={close}
      error={errors.root?.["server"]?.message}
      question={question}
    >
      {names && (
        <Field label="Name" error={errors.name?.message} required>
          {(control) => (
            <Input {...control} data-autofocus autoComplete="off" placeholder="billing" {...register("name")} />
          )}
        </Field>
      )}
      <Field label="Description" optional error={errors.description?.message}>
        {(control) => <Textarea {...control} rows={2} {...register("description")} />}
      </Field>
    </FormDialog>
  );
}
