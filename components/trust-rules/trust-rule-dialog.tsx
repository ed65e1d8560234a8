"use client";

import { useQueryClient } from "@tanstack/react-query";
import { FormProvider, useForm } from "react-hook-form";
import {
  reachOfFields,
  type ReachFieldValues,
  projectTextFault,
} from "@/components/access-keys/create/create-key-form";
import { isBounded, usable } from "@/components/access-keys/key-words";
import { ReachFields } from "@/components/access-keys/limits/reach-fields";
import { ScopeFields } from "@/components/access-keys/limits/scope-fields";
import { presets } from "@/components/access-keys/limits/scope-presets";
import { FormDialog } from "@/components/ui/dialogs/form-dialog";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { useDiscard } from "@/components/ui/dialogs/use-discard";
import { tellLeft } from "@/components/ui/toasts/tell-left";
import { toast } from "@/components/ui/toasts/toast";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { afterLostAnswer, mayBeDone } from "@/lib/client/http/lost-answer";
import { setFormError } from "@/lib/client/http/field-errors";
import { createTrustRule, trustRulesQuery } from "@/lib/client/http/resources/trust-rules-api";
import { useKeepForm } from "@/lib/client/session/typed/use-keep-form";
import type { Scope } from "@/lib/contracts/access/scopes";
import type { TrustRule } from "@/lib/contracts/access/trust-rules";
import { JobPart } from "./job-part";
import { askedOf, type JobFields, standInsOf } from "./providers";

export type TrustRuleFields = JobFields &
  ReachFieldValues & { name: string; audience: string; minutes: string; scopes: Scope[] };

const bodyOf = (fields: TrustRuleFields) => {
  const reach = reachOfFields(fields);
  return {
    name: fields.name.trim(),
    ...askedOf(fields),
    audience: fields.audience.trim(),
    scopes: usable(fields.scopes, isBounded(reach)),
    ...reach,
    minutes: Number(fields.minutes),
  };
};

const mayStand = "The trust rule may have been added anyway. Check the list before you try again.";

/** The claims follow from what is chosen, for the usual places; for others, they are typed. Jobs get what builds need. */
export default function TrustRuleDialog({
  onCreated,
  onClose,
}: {
  onCreated: (rule: TrustRule) => void;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const isThere = useIsThere();
  const { may } = useRights();
  const form = useForm<TrustRuleFields>({
    defaultValues: {
      ...{ name: "", audience: window.location.origin, minutes: "15", scopes: presets[1].scopes.filter(may) },
      ...{ provider: "github", server: "", repository: "", kind: "branch", ref: "main", issuer: "", claims: "" },
      ...{ projects: [], projectText: "", environments: [] },
    },
  });
  const { register, handleSubmit, setError, formState } = form;
  useKeepForm("trust-rule", form);
  const { errors, isSubmitting, isDirty } = formState;
  const { close, question } = useDiscard(isDirty, onClose, isSubmitting);

  const submit = handleSubmit(async (fields) => {
    const fault = projectTextFault(fields);
    if (fault) return setError("projectText", { message: fault });
    const body = bodyOf(fields);
    if (body.scopes.length === 0) return setError("scopes", { message: "Choose at least one scope." });
    try {
      const rule = await createTrustRule({ body });
      await queryClient.invalidateQueries({ queryKey: trustRulesQuery.queryKey });
      if (isThere()) onCreated(rule);
      else toast.success(`The trust rule ${rule.name} was added`);
    } catch (error) {
      const refresh = () => queryClient.invalidateQueries({ queryKey: trustRulesQuery.queryKey });
      const own = fields.provider === "other" ? (["issuer", "claims"] as const) : [];
      const told = await afterLostAnswer(error, mayStand, refresh);
      // Whoever left was told that they would not hear of a refusal.
      if (mayBeDone(error) && !isThere()) tellLeft("Add trust rule", told);
      setFormError(
        told,
        setError,
        ["name", "audience", "minutes", "projects", "environments", "scopes", ...own],
        standInsOf(fields),
      );
    }
  });

  return (
    <FormProvider {...form}>
      <FormDialog
        title="Add a trust rule"
        size="large"
        submitLabel="Add trust rule"
        pending={isSubmitting}
        onSubmit={submit}
        onClose={close}
        error={errors.root?.["server"]?.message}
        question={question}
        spacious
      >
        <Field label="Name" error={errors.name?.message} required>
          {(control) => (
            <Input
              {...control}
              data-autofocus
              autoComplete="off"
              placeholder="Deploy of storefront"
              {...register("name", { validate: (text) => text.trim() !== "" || "Enter a name." })}
            />
          )}
        </Field>
        <JobPart />
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <Field
            label="Audience"
            description="The audience that the job requests for its token. This vault’s address will do."
            error={errors.audience?.message}
          >
            {(control) => <Input {...control} mono {...register("audience", { required: "Enter an audience." })} />}
          </Field>
          <Field
            label="Minutes"
            description="How many minutes each key works, 60 at most."
            error={errors.minutes?.message}
          >
            {(control) => (
              <Input
                {...control}
                type="number"
                min={1}
                max={60}
                {...register("minutes", {
                  validate: (text) =>
                    (Number(text) >= 1 && Number(text) <= 60 && Number.isInteger(Number(text))) ||
                    "Enter a whole number from 1 to 60.",
                })}
              />
            )}
          </Field>
        </div>
        <ReachFields />
        <ScopeFields />
      </FormDialog>
    </FormProvider>
  );
}
