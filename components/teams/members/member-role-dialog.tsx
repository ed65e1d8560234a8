"use client";

import { useQueryClient } from "@tanstack/react-query";
import { FormProvider, useForm } from "react-hook-form";
import { FormDialog } from "@/components/ui/dialogs/form-dialog";
import { toast } from "@/components/ui/toasts/toast";
import { useDiscard } from "@/components/ui/dialogs/use-discard";
import { setFormError } from "@/lib/client/http/field-errors";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { updateMember } from "@/lib/client/http/resources/team-api";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import type { Member, UpdateMember } from "@/lib/contracts/people/members";
import type { Team } from "@/lib/contracts/people/teams";
import { GrantFields } from "../invitations/grant-fields";
import { memberName } from "./role-words";
import { memberResolver, type GrantFieldValues } from "../team-resolvers";

export default function MemberRoleDialog({
  team,
  member,
  self,
  onlyOwner,
  onClose,
}: {
  team: Team;
  member: Member;
  self: boolean;
  onlyOwner: boolean;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const isThere = useIsThere();
  const form = useForm<GrantFieldValues, unknown, UpdateMember>({
    resolver: memberResolver,
    defaultValues: {
      role: member.role,
      projects: member.projects ?? [],
      projectText: "",
      environments: member.environments ?? [],
    },
  });
  const { handleSubmit, setError, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;
  const { close, question } = useDiscard(isDirty, onClose, isSubmitting);
  const name = memberName(member);

  const submit = handleSubmit(async (body) => {
    try {
      await updateMember({ params: { id: team.id, userId: member.userId }, body });
      // Members, and one's own role.
      await queryClient.invalidateQueries({ queryKey: queryKeys.teams });
      toast.success(self ? "Your role was changed" : `The role of ${name} was changed`);
      if (isThere()) onClose();
    } catch (error) {
      // Whoever was removed meanwhile is no longer in the list.
      void queryClient.invalidateQueries({ queryKey: queryKeys.teams });
      setFormError(error, setError, ["role", "projects", "environments"]);
    }
  });

  return (
    <FormProvider {...form}>
      <FormDialog
        title={self ? "Change your role" : `Change the role of ${name}`}
        description={`Takes effect with the next request, and for ${self ? "your" : "their"} access keys in this team too.${
          onlyOwner ? " You are the only owner: another member must become one first." : ""
        }`}
        submitLabel="Change role"
        pending={isSubmitting}
        onSubmit={submit}
        onClose={close}
        error={errors.root?.["server"]?.message}
        question={question}
        spacious
      >
        <GrantFields />
      </FormDialog>
    </FormProvider>
  );
}
