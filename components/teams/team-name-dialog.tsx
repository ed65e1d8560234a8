"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { FormDialog } from "@/components/ui/dialogs/form-dialog";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { tellLeft } from "@/components/ui/toasts/tell-left";
import { toast } from "@/components/ui/toasts/toast";
import { pageNow } from "@/lib/client/browser/page-now";
import { setFormError } from "@/lib/client/http/field-errors";
import { afterLostAnswer } from "@/lib/client/http/lost-answer";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { createTeam, updateTeam } from "@/lib/client/http/resources/team-api";
import { useGoTo } from "@/lib/client/hooks/address/use-go-to";
import { teamPath } from "@/lib/client/vaults/active-vault";
import type { Team } from "@/lib/contracts/people/teams";
import { teamNameResolver } from "./team-resolvers";

const mayStand = "The team may have been created anyway. Check the vault menu before you try again.";

/** Makes a team and goes there, or renames one. */
export default function TeamNameDialog({ team, onClose }: { team?: Team; onClose: () => void }) {
  const goTo = useGoTo();
  const queryClient = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: teamNameResolver,
    defaultValues: { name: team?.name ?? "" },
  });
  const { errors, isSubmitting } = formState;
  const verb = team ? "Rename team" : "Create team";

  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.teams, exact: true });
  const submit = handleSubmit(async (body) => {
    // The pages may have changed under it before: it stays.
    const isShown = pageNow();
    try {
      if (team) {
        const { name } = await updateTeam({ params: { id: team.id }, body });
        await refresh();
        toast.success(`The team is now called ${name}`);
      } else {
        const { id, name } = await createTeam({ body });
        if (isShown()) goTo(teamPath(id));
        else {
          await refresh();
          toast.success(`The team ${name} was created`);
        }
      }
      onClose();
    } catch (error) {
      const told = team ? error : await afterLostAnswer(error, mayStand, refresh);
      if (!isShown()) tellLeft(verb, told);
      setFormError(told, setError, ["name"]);
    }
  });

  return (
    <FormDialog
      size="small"
      title={team ? "Rename team" : "New team"}
      {...(!team && { description: "A team has its own vault. You are its owner, and invite others." })}
      submitLabel={verb}
      pending={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
      error={errors.root?.["server"]?.message}
    >
      <Field label="Name" error={errors.name?.message} required>
        {(control) => (
          <Input {...control} data-autofocus autoComplete="off" placeholder="Payments" {...register("name")} />
        )}
      </Field>
    </FormDialog>
  );
}
