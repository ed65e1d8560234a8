"use client";

import { useId } from "react";
import { useForm } from "react-hook-form";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { ErrorNote } from "@/components/ui/states/error-state";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { toast } from "@/components/ui/toasts/toast";
import { setFormError } from "@/lib/client/http/field-errors";
import { changeEmail } from "@/lib/client/http/resources/mail-api";
import { useKeepForm } from "@/lib/client/session/typed/use-keep-form";
import { changeEmailResolver } from "./resolvers";

/** Asks for another e-mail address, which has to be confirmed there. */
export default function EmailDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const form = useForm({ resolver: changeEmailResolver, defaultValues: { email: "" } });
  const { register, handleSubmit, setError, formState } = form;
  useKeepForm("account email", form);
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (body) => {
    try {
      await changeEmail({ body });
      toast.success(`A link was sent to ${body.email}`);
      onClose();
    } catch (error) {
      setFormError(error, setError, ["email"]);
    }
  });

  return (
    <Dialog
      open
      size="small"
      onOpenChange={() => !isSubmitting && onClose()}
      title="Change e-mail address"
      footer={
        <>
          <Button onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="primary" pending={isSubmitting}>
            Send the link
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
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
        {errors.root?.["server"]?.message && <ErrorNote error={errors.root["server"].message} />}
      </form>
    </Dialog>
  );
}
