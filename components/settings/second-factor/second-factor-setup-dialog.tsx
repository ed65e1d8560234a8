"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { Button } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { ErrorNote } from "@/components/ui/states/error-state";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { confirmSecondFactor } from "@/lib/client/http/resources/account-api";
import { afterLostAnswer } from "@/lib/client/http/lost-answer";
import { setFormError } from "@/lib/client/http/field-errors";
import { useOnceShown } from "@/lib/client/hooks/reveal/use-once-shown";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import type { SecondFactorSetup } from "@/lib/contracts/people/second-factor";
import { QrCode } from "@/components/ui/qr-code";

const codeWanted = "Enter the six digits that your app shows";

const mayBeOn =
  "The second factor may be on all the same, and nobody has seen its recovery codes then: close this dialog, and if it is on, create new codes.";

type SetupProps = {
  setup: SecondFactorSetup;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
};

export default function SecondFactorSetupDialog({ setup: { secret, uri }, onConfirmed, onClose }: SetupProps) {
  const id = useId();
  const queryClient = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { code: "" } });
  const { errors, isSubmitting } = formState;
  const { shown, toggle } = useOnceShown(onClose);

  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.account, exact: true });
  const submit = handleSubmit(async (body) => {
    try {
      const { recoveryCodes } = await confirmSecondFactor({ body });
      void refresh();
      onConfirmed(recoveryCodes);
    } catch (error) {
      setFormError(await afterLostAnswer(error, mayBeOn, refresh), setError, ["code"]);
    }
  });

  return (
    <Dialog
      open
      onOpenChange={() => !isSubmitting && onClose()}
      title="Turn on the second factor"
      description="Scan the code with an authenticator app, then enter what it shows."
      footer={
        <>
          <Button onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="primary" pending={isSubmitting}>
            Turn on
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {shown ? (
          <>
            <QrCode text={uri} label="QR code for your authenticator app" className="mx-auto size-48 rounded-md" />
            <div>
              <p className="mb-1 text-sm font-medium">Or type it in</p>
              <div className="flex items-start gap-1 rounded-md border border-line bg-canvas py-1 pr-1 pl-3">
                <code
                  tabIndex={0}
                  aria-label="Secret"
                  className="min-w-0 flex-1 self-center rounded-sm py-1 font-mono text-sm break-all select-all"
                >
                  {secret}
                </code>
                <CopyButton text={secret} label="Copy the secret" />
              </div>
            </div>
          </>
        ) : (
          <Button onClick={toggle}>Show the QR code and the secret</Button>
        )}
        <form id={id} noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
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
          {errors.root?.["server"]?.message && <ErrorNote error={errors.root["server"].message} />}
        </form>
      </div>
    </Dialog>
  );
}
