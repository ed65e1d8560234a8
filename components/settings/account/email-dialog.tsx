"use client";

import { useForm } from "react-hook-form";
import { FormDialog } from "@/components/ui/dialogs/form-dialog";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { tellLeft } from "@/components/ui/toasts/tell-left";
import { toast } from "@/components/ui/toasts/toast";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import { setFormError } from "@/lib/client/http/field-errors";
import { changeEmail } from "@/lib/client/http/resources/mail-api";
import { useKeepForm } from "@/lib/client/session/typed/use-keep-form";
import { changeEmailResolver } from "./resolvers";

/** Asks for another e-mail address, which has to be confirmed there. */
export default function EmailDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({ resolver: changeEmailResolver, defaultValues: { email: "" } });
  const { register, handleSubmit, setError, formState } = form;
  useKeepForm("account email", form);
  const { errors, isSubmitting } = formState;
  const isThere = useIsThere();

  const submit = handleSubmit(async (body) => {
    try {
      await changeEmail({ body });
      toast.success(`A link was sent to ${body.email}`);
      onClose();
    } catch (error) {
      if (!isThere()) tellLeft("Change e-mail address", error);
      setFormError(error, setError, ["email"]);
    }
  });

  return (
    <FormDialog
      size="small"
      title="Change e-mail address"
      submitLabel="Send the link"
      pending={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
      error={errors.root?.["server"]?.message}
    >
      <p className="text-sm">
        The new address gets a link to confirm it. Until then your current address stays in use, and gets a notice.
      </p>
      <Field label="New e-mail address" error={errors.email?.message} required>
        {(control) => (
          <Input
            {...control}
            data-autofocus
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            {...register("email")}
          />
        )}
      </Field>
    </FormDialog>
  );
}
