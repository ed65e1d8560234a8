import { useLayoutEffect } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { ErrorNote } from "@/components/ui/states/error-state";
import { toast } from "@/components/ui/toasts/toast";
import { createTwoFactorToken } from "@/lib/client/http/api";
import { setFormError } from "@/lib/client/http/field-errors";
import { afterLostAnswer } from "@/lib/client/http/lost-answer";
import type { CreateTwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { readOtpauth } from "@/lib/import/otpauth/otpauth";
import { kindBody, kindFields, usualKind, type TokenFieldValues } from "./token-values";
import { TokenFields } from "./token-fields";
import { createTokenResolver } from "./token-resolvers";
import { useRefreshTokens } from "../use-two-factor-tokens";

const mayStand = "The token may have been added anyway. Check the list before you try again.";

export function SecretForm({
  id,
  onPendingChange,
  onTyped,
  onSeveral,
  onAdded,
}: {
  id: string;
  onPendingChange: (pending: boolean) => void;
  /** Whether there is something to lose. */ onTyped: (typed: boolean) => void;
  /** Gets several links, one a line. */ onSeveral: (links: string) => void;
  onAdded: () => void;
}) {
  const refresh = useRefreshTokens();
  const form = useForm<TokenFieldValues, unknown, CreateTwoFactorToken>({
    resolver: createTokenResolver,
    defaultValues: { service: "", accountName: "", secret: "", notes: null, ...usualKind },
  });
  const { register, handleSubmit, setError, setValue, resetField, getValues, formState } = form;
  const { errors, isDirty } = formState;
  // Counts before the next key, which may be Escape.
  useLayoutEffect(() => {
    onTyped(isDirty);
    return () => onTyped(false);
  }, [isDirty, onTyped]);

  const submit = handleSubmit(async ({ type, algorithm, digits, period, counter, ...named }) => {
    const token = { ...named, ...kindBody({ type, algorithm, digits, period, counter }, named.secret) };
    onPendingChange(true);
    try {
      await createTwoFactorToken({ body: token });
      await refresh();
      toast.success(`${token.service} (${token.accountName}) was added`);
      onAdded();
    } catch (error) {
      const shown = await afterLostAnswer(error, mayStand, refresh);
      setFormError(shown, setError, ["service", "accountName", "secret", "notes", ...kindFields]);
    } finally {
      onPendingChange(false);
    }
  });

  /** A pasted link also contains the names: they fill empty fields. */
  function nameFromLink(text: string) {
    const links = text.split(/\s(?=otpauth(?:-migration)?:\/\/)/i);
    if (links.length > 1) {
      resetField("secret");
      return onSeveral(links.join("\n"));
    }
    const [token] = readOtpauth(text);
    if (!token) return;
    if (!getValues("service")) setValue("service", token.service, { shouldValidate: true });
    if (!getValues("accountName")) setValue("accountName", token.accountName, { shouldValidate: true });
  }

  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
      <FormProvider {...form}>
        <TokenFields
          register={register}
          errors={errors}
          secretLabel="Secret or link"
          secretDescription="The setup key that the service shows, or its otpauth:// link."
          secretRequired
          onSecretChange={nameFromLink}
        />
      </FormProvider>
      {errors.root?.["server"]?.message && <ErrorNote error={errors.root["server"].message} />}
    </form>
  );
}
