import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { ErrorNote } from "@/components/ui/states/error-state";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { reauthenticate } from "@/lib/client/http/resources/account-api";
import { setFormError } from "@/lib/client/http/field-errors";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { PasswordInput } from "../sign-in/password-input";

type PasswordFormProps = {
  /** The form's id, for a submit button elsewhere. */
  id: string;
  withCode: boolean;
  onPendingChange: (pending: boolean) => void;
  onConfirmed: () => void;
};

export function PasswordForm({ id, withCode, onPendingChange, onConfirmed }: PasswordFormProps) {
  const queryClient = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm<{ password: string; code: string }>({
    defaultValues: { password: "", code: "" },
  });
  const { errors } = formState;

  const submit = handleSubmit(async ({ password, code }) => {
    onPendingChange(true);
    try {
      await reauthenticate({ body: { password, ...(code.trim() && { code }) } });
      void queryClient.invalidateQueries({ queryKey: queryKeys.account, exact: true });
      onConfirmed();
    } catch (error) {
      setFormError(error, setError, ["password", "code"]);
      onPendingChange(false);
    }
  });

  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
      <Field label="Password" error={errors.password?.message} required>
        {(control) => (
          <PasswordInput
            {...control}
            data-autofocus
            autoFocus
            autoComplete="current-password"
            {...register("password", { required: "Enter your password" })}
          />
        )}
      </Field>
      {withCode && (
        <Field
          label="Two-factor code"
          description="Or one of your recovery codes."
          error={errors.code?.message}
          required
        >
          {(control) => (
            <Input
              {...control}
              mono
              autoComplete="one-time-code"
              maxLength={64}
              {...register("code", { required: "Enter the code that your authenticator shows" })}
            />
          )}
        </Field>
      )}
      {errors.root?.["server"]?.message && <ErrorNote error={errors.root["server"].message} />}
    </form>
  );
}
