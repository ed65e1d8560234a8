"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { FormDialog } from "@/components/ui/dialogs/form-dialog";
import { Field } from "@/components/ui/inputs/field";
import { tellLeft } from "@/components/ui/toasts/tell-left";
import { toast } from "@/components/ui/toasts/toast";
import { changePassword } from "@/lib/client/http/resources/account-api";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import { setFormError } from "@/lib/client/http/field-errors";
import { accountQuery } from "@/lib/client/http/queries/account-queries";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { PasswordInput } from "../../sign-in/password-input";
import { changePasswordResolver } from "./resolvers";

/** Also sets the first password of an account without one; then no current password is asked for. */
export default function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const account = useQuery(accountQuery);
  const hasPassword = account.data?.methods.includes("password") ?? true;
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: changePasswordResolver,
    defaultValues: { currentPassword: "", newPassword: "" },
  });
  const { errors, isSubmitting } = formState;
  const isThere = useIsThere();

  const submit = handleSubmit(async ({ currentPassword, newPassword }) => {
    try {
      await changePassword({ body: { newPassword, ...(hasPassword && { currentPassword }) } });
      void queryClient.invalidateQueries({ queryKey: queryKeys.account });
      toast.success("Your password was changed");
      onClose();
    } catch (error) {
      if (!isThere()) tellLeft("Change password", error);
      setFormError(error, setError, ["currentPassword", "newPassword"]);
    }
  });

  return (
    <FormDialog
      size="small"
      title="Change password"
      submitLabel="Change password"
      pending={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
      error={errors.root?.["server"]?.message}
    >
      {hasPassword && (
        <Field label="Current password" error={errors.currentPassword?.message} required>
          {(control) => (
            <PasswordInput
              {...control}
              data-autofocus
              autoComplete="current-password"
              {...register("currentPassword")}
            />
          )}
        </Field>
      )}
      <Field
        label="New password"
        description="At least 10 characters. A few unrelated words are easy to type and hard to guess."
        error={errors.newPassword?.message}
        required
      >
        {(control) => <PasswordInput {...control} autoComplete="new-password" {...register("newPassword")} />}
      </Field>
    </FormDialog>
  );
}
