"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useId } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { RewritingField, useRewriting } from "@/components/references/rewriting";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { ErrorNote } from "@/components/ui/states/error-state";
import { KeptNote } from "@/components/ui/states/kept-note";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { Textarea } from "@/components/ui/inputs/textarea";
import { useDiscard } from "@/components/ui/dialogs/use-discard";
import { entriesQuery } from "@/lib/client/http/queries/queries";
import { suggestVariable } from "@/lib/client/entries/suggest-variable";
import { useKeepTyped } from "@/lib/client/session/typed/use-keep-typed";
import type { KeyCategory } from "@/lib/contracts/vault/categories";
import { startValues, type CategoryDraft, type CategoryFormValues } from "./category-form-values";
import { categoryResolver } from "./category-resolver";
import { IconField } from "./icon-field";
import { KeyTypeField } from "./key-type-field";
import { useEntryCounts } from "./use-entry-counts";
import { useSaveCategory } from "./use-save-category";

export type CategoryFormProps = {
  category?: KeyCategory | undefined;
  /** What was typed before the session ended. */ draft?: CategoryDraft;
  onSaved: (category: KeyCategory) => void;
  onClose: () => void;
};

export default function CategoryForm({ category, draft, onSaved, onClose }: CategoryFormProps) {
  const id = useId();
  const form = useForm<CategoryFormValues>({ resolver: categoryResolver, defaultValues: startValues(category) });
  const { register, handleSubmit, formState, control, getValues, setValue, reset } = form;
  const { errors, isSubmitting, isSubmitted, isDirty, dirtyFields } = formState;
  const { counts } = useEntryCounts();
  const inUse = category ? (counts?.get(category.id) ?? 0) : 0;
  const [keyType, typedName] = useWatch({ control, name: ["keyType", "name"] });
  const { data: entries = [] } = useQuery(entriesQuery);
  const rewriting = useRewriting(
    category !== undefined && typedName.trim() !== category.name,
    entries.filter(({ categoryId }) => categoryId === category?.id).map((entry) => entry.id),
  );
  const save = useSaveCategory(category, form.setError, onSaved, onClose);
  const { close, question } = useDiscard(isDirty, onClose, isSubmitting);

  useEffect(() => {
    if (draft) reset(draft.values, { keepDefaultValues: true });
  }, [draft, reset]);
  useKeepTyped("category", () => (isDirty ? { category, values: getValues() } : undefined));

  function suggest() {
    if (category || dirtyFields.envVarName) return;
    // Like what is typed, it is checked again once an attempt was refused.
    setValue("envVarName", suggestVariable(getValues("name")), { shouldValidate: isSubmitted });
  }

  return (
    <Dialog
      open
      onOpenChange={close}
      title={category ? `Edit category ${category.name}` : "New category"}
      {...(!category && {
        description: "A category is one kind of key (Stripe secret key). Add one entry per project.",
      })}
      footer={
        <>
          <Button onClick={close} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="primary" pending={isSubmitting}>
            {category ? "Save changes" : "Create category"}
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form
          id={id}
          method="post"
          noValidate
          onSubmit={(event) => void handleSubmit((values) => save(values, rewriting.query))(event)}
          className="space-y-4"
        >
          {draft && <KeptNote />}
          <Field label="Name" required error={errors.name?.message}>
            {(field) => (
              <Input
                {...field}
                {...register("name", { onChange: suggest })}
                data-autofocus
                autoComplete="off"
                placeholder="Stripe"
              />
            )}
          </Field>
          <RewritingField rewriting={rewriting} />
          <IconField />
          <KeyTypeField inUse={inUse} />
          {keyType === "simple" && (
            <Field
              label="Environment variable"
              required
              error={errors.envVarName?.message}
              description="The variable that programs read the value from."
            >
              {(field) => (
                <Input mono {...field} {...register("envVarName")} autoComplete="off" placeholder="STRIPE_SECRET_KEY" />
              )}
            </Field>
          )}
          <Field label="Description" optional error={errors.description?.message}>
            {(field) => <Textarea {...field} {...register("description")} rows={2} />}
          </Field>
          {errors.root?.["server"]?.message && <ErrorNote error={errors.root["server"].message} />}
        </form>
      </FormProvider>
      {question}
    </Dialog>
  );
}
