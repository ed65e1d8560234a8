"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { Button } from "@/components/ui/buttons/button";
import { CodeBox } from "@/components/ui/code-box";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { FormDialog } from "@/components/ui/dialogs/form-dialog";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { toast } from "@/components/ui/toasts/toast";
import { useDiscard } from "@/components/ui/dialogs/use-discard";
import { confirmSecondFactor } from "@/lib/client/http/resources/account-api";
import { describeError } from "@/lib/client/http/describe-error";
import { afterLostAnswer, mayBeDone } from "@/lib/client/http/lost-answer";
import { setFormError } from "@/lib/client/http/field-errors";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import { useOnceShown } from "@/lib/client/hooks/reveal/use-once-shown";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import type { SecondFactorSetup } from "@/lib/contracts/people/second-factor";
import { QrCode } from "@/components/ui/qr-code";

const codeWanted = "Enter the six digits that your app shows";

const mayBeOn =
  "The second factor may be on anyway, without its recovery codes ever being shown. If it is on, create new codes.";

const unseen = "The second factor is on, but its recovery codes were never shown: create new ones";

type SetupProps = {
  setup: SecondFactorSetup;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
};

export default function SecondFactorSetupDialog({ setup: { secret, uri }, onConfirmed, onClose }: SetupProps) {
  const queryClient = useQueryClient();
  const isThere = useIsThere();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { code: "" } });
  const { errors, isSubmitting, isDirty } = formState;
  const { close, question } = useDiscard(isDirty, onClose, isSubmitting);
  const { shown, toggle } = useOnceShown(onClose);

  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.account, exact: true });
  const submit = handleSubmit(async (body) => {
    try {
      const { recoveryCodes } = await confirmSecondFactor({ body });
      void refresh();
      if (isThere()) onConfirmed(recoveryCodes);
      else toast.error(unseen);
    } catch (error) {
      const told = await afterLostAnswer(error, mayBeOn, refresh);
      setFormError(told, setError, ["code"]);
      // A refusal leaves it off, and whoever left was told that they would not hear of that.
      if (mayBeDone(error) && !isThere()) toast.error(describeError(told).message);
    }
  });

  return (
    <FormDialog
      title="Turn on the second factor"
      description="Scan the code with an authenticator app, then enter what it shows."
      submitLabel="Turn on"
      pending={isSubmitting}
      onSubmit={submit}
      onClose={close}
      error={errors.root?.["server"]?.message}
      question={question}
    >
      {shown ? (
        <>
          <QrCode text={uri} label="QR code for your authenticator app" className="mx-auto size-48 rounded-md" />
          <div>
            <p className="mb-1 text-sm font-medium">Or type it in</p>
            <CodeBox label="Secret" button={<CopyButton text={secret} label="Copy the secret" />}>
              {secret}
            </CodeBox>
          </div>
        </>
      ) : (
        <Button onClick={toggle}>Show the QR code and the secret</Button>
      )}
      <Field label="Two-factor code" error={errors.code?.message} required>
        {(control) => (
          <Input
            {...control}
            mono
            data-autofocus
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={64}
            {...register("code", {
              validate: (text) => /^\d{6}$/.test(text.replaceAll(" ", "")) || codeWanted,
            })}
          />
        )}
      </Field>
    </FormDialog>
  );
}
