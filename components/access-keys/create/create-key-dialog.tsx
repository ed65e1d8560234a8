"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { FormDialog } from "@/components/ui/dialogs/form-dialog";
import { KeptNote } from "@/components/ui/states/kept-note";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { tellLeft } from "@/components/ui/toasts/tell-left";
import { toast } from "@/components/ui/toasts/toast";
import { useDiscard } from "@/components/ui/dialogs/use-discard";
import { createAccessKey } from "@/lib/client/http/resources/access-keys-api";
import { setFormError } from "@/lib/client/http/field-errors";
import { afterLostAnswer, mayBeDone } from "@/lib/client/http/lost-answer";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { useKeepTyped } from "@/lib/client/session/typed/use-keep-typed";
import type { AccessKey, CreateAccessKey, CreatedAccessKey } from "@/lib/contracts/access/access-keys";
import { createKeyResolver, newKeyFields, type CreateKeyFields } from "./create-key-form";
import { ExpiryFields } from "../limits/expiry-fields";
import { GrantSentence } from "../limits/grant-sentence";
import { MoreLimits } from "../limits/more-limits";
import { ReachFields } from "../limits/reach-fields";
import { ScopeFields } from "../limits/scope-fields";

const mayStand =
  "The access key may have been created anyway, without ever being shown. If it is in the list, revoke it before you create another.";

/** The response contains the whole key: it is passed on; the key is never cached. */
export default function CreateKeyDialog({
  draft,
  project,
  onCreated,
  onClose,
}: {
  /** What was typed before the session ended. */ draft: CreateKeyFields | undefined;
  /** The one that the key is for. */ project: string | undefined;
  onCreated: (accessKey: CreatedAccessKey) => void;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const isThere = useIsThere();
  const { may, limited } = useRights();
  const form = useForm<CreateKeyFields, unknown, CreateAccessKey>({
    resolver: createKeyResolver,
    defaultValues: newKeyFields(may, project),
  });
  const { register, handleSubmit, setError, formState, reset, getValues } = form;
  const { errors, isSubmitting, isDirty } = formState;
  const { close, question } = useDiscard(isDirty, onClose, isSubmitting);

  useEffect(() => {
    if (draft) reset(draft, { keepDefaultValues: true });
  }, [draft, reset]);
  useKeepTyped("access-key", () => (isDirty ? getValues() : undefined));

  const submit = handleSubmit(async (body) => {
    try {
      const accessKey = await createAccessKey({ body });
      // Without the key. Listed before the dialog closes: the empty list's button, which has the focus then, would go later.
      const { key: _, ...listed } = accessKey;
      queryClient.setQueryData<AccessKey[]>(queryKeys.accessKeys, (all) => all && [...all, listed]);
      void queryClient.invalidateQueries({ queryKey: queryKeys.accessKeys });
      if (isThere()) onCreated(accessKey);
      else toast.error(`${accessKey.name} was created, but its key was never shown: rotate it or revoke it`);
    } catch (error) {
      const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.accessKeys });
      const told = await afterLostAnswer(error, mayStand, refresh);
      // Whoever left was told that they would not hear of a refusal.
      if (mayBeDone(error) && !isThere()) tellLeft("Create access key", told);
      setFormError(told, setError, ["name", "scopes", "projects", "environments", "addresses", "revealsPerDay"]);
    }
  });

  return (
    <FormProvider {...form}>
      <FormDialog
        title="Create access key"
        size="large"
        submitLabel="Create access key"
        pending={isSubmitting}
        onSubmit={submit}
        onClose={close}
        error={errors.root?.["server"]?.message}
        question={question}
        footerStart={<GrantSentence control={form.control} />}
        spacious
      >
        {draft && <KeptNote />}
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <Field label="Name" description="Where will it be used?" error={errors.name?.message} required>
            {(control) => (
              <Input
                {...control}
                data-autofocus
                autoComplete="off"
                placeholder="Deploy of storefront"
                {...register("name")}
              />
            )}
          </Field>
          <ExpiryFields />
        </div>
        <ReachFields />
        {limited && (
          <p className="text-sm text-muted">Your role is limited, and the key can’t reach further than you can.</p>
        )}
        <ScopeFields />
        <MoreLimits openAtFirst={Boolean(draft && (draft.addresses || draft.revealsPerDay || draft.canary))} />
      </FormDialog>
    </FormProvider>
  );
}
