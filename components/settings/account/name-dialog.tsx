"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { FormDialog } from "@/components/ui/dialogs/form-dialog";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { tellLeft } from "@/components/ui/toasts/tell-left";
import { updateAccount } from "@/lib/client/http/resources/account-api";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import { setFormError } from "@/lib/client/http/field-errors";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { useKeepForm } from "@/lib/client/session/typed/use-keep-form";
import { nameResolver } from "./resolvers";

export default function NameDialog({ name, onClose }: { name: string | null; onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({ resolver: nameResolver, defaultValues: { name } });
  const { register, handleSubmit, setError, formState } = form;
  useKeepForm("account name", form);
  const { errors, isSubmitting } = formState;
  const isThere = useIsThere();

  const submit = handleSubmit(async (body) => {
    try {
      await updateAccount({ body });
      await Promise.all(
        [queryKeys.session, queryKeys.account].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey, exact: true }),
        ),
      );
      onClose();
    } catch (error) {
      if (!isThere()) tellLeft("Change name", error);
      setFormError(error, setError, ["name"]);
    }
  });

  return (
    <FormDialog
      size="small"
      title="Change name"
      submitLabel="Change name"
      pending={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
      error={errors.root?.["server"]?.message}
    >
      <Field label="Name" optional error={errors.name?.message}>
        {(control) => (
          <Input
            {...control}
            data-autofocus
            autoComplete="name"
            {...register("name", { setValueAs: (text: string | null) => text?.trim() || null })}
          />
        )}
      </Field>
    </FormDialog>
  );
}
