"use client";

import { useQueryClient } from "@tanstack/react-query";
import { FormProvider, useForm } from "react-hook-form";
import { FormDialog } from "@/components/ui/dialogs/form-dialog";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { tellLeft } from "@/components/ui/toasts/tell-left";
import { toast } from "@/components/ui/toasts/toast";
import { useDiscard } from "@/components/ui/dialogs/use-discard";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import { setFormError } from "@/lib/client/http/field-errors";
import { afterLostAnswer, mayBeDone } from "@/lib/client/http/lost-answer";
import { createWebhook, updateWebhook, webhooksQuery } from "@/lib/client/http/resources/webhooks-api";
import { useKeepForm } from "@/lib/client/session/typed/use-keep-form";
import type { CreatedWebhook, Webhook } from "@/lib/contracts/access/webhooks";
import { EventFields } from "./event-fields";
import { bodyOf, fieldsOf, keptName, type WebhookFields } from "./webhook-fields";

const mayStand =
  "The webhook may have been added anyway, without its secret ever being shown. If it is in the list, delete it before you add it again.";
const unseen = "The webhook was added, but its secret was never shown: delete it, then add it again";

/** A new webhook, or another address and other events for one. The reply to a new one has its secret, and is never cached. */
export default function WebhookDialog({
  webhook,
  onCreated,
  onClose,
}: {
  webhook?: Webhook;
  onCreated?: (created: CreatedWebhook) => void;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const isThere = useIsThere();
  const form = useForm<WebhookFields>({ defaultValues: fieldsOf(webhook) });
  const { register, handleSubmit, setError, formState } = form;
  useKeepForm(keptName(webhook?.id), form);
  const { errors, isSubmitting, isDirty } = formState;
  const { close, question } = useDiscard(isDirty, onClose, isSubmitting);

  const verb = webhook ? "Change webhook" : "Add webhook";
  const submit = handleSubmit(async (fields) => {
    const body = bodyOf(fields);
    if (body.events.length === 0) return setError("events", { message: "Choose at least one kind of event." });
    try {
      if (webhook) {
        await updateWebhook({ params: { id: webhook.id }, body });
        toast.success("The webhook was changed");
        if (isThere()) onClose();
      } else {
        const created = await createWebhook({ body });
        if (isThere()) onCreated?.(created);
        else toast.error(unseen);
      }
      await queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
    } catch (error) {
      const refresh = () => queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
      const told = webhook ? error : await afterLostAnswer(error, mayStand, refresh);
      // Whoever left was told that they would not hear of a refusal.
      if (mayBeDone(error) && !isThere()) tellLeft(verb, told);
      setFormError(told, setError, ["url", "events"]);
    }
  });

  return (
    <FormProvider {...form}>
      <FormDialog
        title={webhook ? "Change the webhook" : "Add a webhook"}
        submitLabel={webhook ? "Save changes" : "Add webhook"}
        pending={isSubmitting}
        onSubmit={submit}
        onClose={close}
        error={errors.root?.["server"]?.message}
        question={question}
        spacious
      >
        <Field
          label="Address"
          description="It gets a POST for each event. The vault stores it encrypted."
          error={errors.url?.message}
        >
          {(control) => (
            <Input
              {...control}
              type="url"
              mono
              data-autofocus
              autoComplete="off"
              spellCheck={false}
              placeholder="https://hooks.example.com/vault"
              {...register("url", { required: "Enter an address." })}
            />
          )}
        </Field>
        <EventFields />
      </FormDialog>
    </FormProvider>
  );
}
