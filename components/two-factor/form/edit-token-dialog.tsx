"use client";

import { FormProvider, useForm } from "react-hook-form";
import { FormDialog } from "@/components/ui/dialogs/form-dialog";
import { toast } from "@/components/ui/toasts/toast";
import { useDiscard } from "@/components/ui/dialogs/use-discard";
import { updateTwoFactorToken } from "@/lib/client/http/api";
import { setFormError } from "@/lib/client/http/field-errors";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import { useShownVersion } from "@/lib/client/hooks/reveal/use-shown-version";
import type { TwoFactorToken, UpdateTwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { kindBody, kindFields, kindValuesOf, type TokenFieldValues } from "./token-values";
import { TokenFields } from "./token-fields";
import { updateTokenResolver } from "./token-resolvers";
import { useRefreshTokens } from "../use-two-factor-tokens";

const fields = ["service", "accountName", "secret", "notes"] as const;
const allFields = [...fields, ...kindFields] as const;

/** Sends only what changed; the secret is never read back, and stays unless a new one is entered. */
export default function EditTokenDialog({ token, onClose }: { token: TwoFactorToken; onClose: () => void }) {
  const refresh = useRefreshTokens();
  const isThere = useIsThere();
  const atShown = useShownVersion(token);
  const form = useForm<TokenFieldValues, unknown, UpdateTwoFactorToken>({
    resolver: updateTokenResolver,
    defaultValues: {
      service: token.service,
      accountName: token.accountName,
      secret: "",
      notes: token.notes,
      ...kindValuesOf(token),
    },
  });
  const { register, handleSubmit, setError, formState } = form;
  const { errors, dirtyFields, isDirty, isSubmitting } = formState;
  const { close, question } = useDiscard(isDirty, onClose, isSubmitting);

  const submit = handleSubmit(async (values) => {
    const body: UpdateTwoFactorToken = {
      ...Object.fromEntries(
        fields
          .filter((field) => dirtyFields[field] && values[field] !== undefined)
          .map((field) => [field, values[field]]),
      ),
      ...(kindFields.some((field) => dirtyFields[field]) && kindBody(values, values.secret)),
    };
    if (Object.keys(body).length === 0) return onClose();
    try {
      const { service, accountName } = await atShown((only) =>
        updateTwoFactorToken({ params: { id: token.id }, body }, only),
      );
      await refresh();
      toast.success(`${service} (${accountName}) was changed`);
      if (isThere()) onClose();
    } catch (error) {
      setFormError(error, setError, allFields);
    }
  });

  return (
    <FormProvider {...form}>
      <FormDialog
        title={`Edit ${token.service} (${token.accountName})`}
        submitLabel="Save changes"
        pending={isSubmitting}
        onSubmit={submit}
        onClose={close}
        error={errors.root?.["server"]?.message}
        question={question}
      >
        <TokenFields
          register={register}
          errors={errors}
          secretLabel="New secret or link"
          secretDescription="Leave it empty to keep the current secret."
        />
      </FormDialog>
    </FormProvider>
  );
}
