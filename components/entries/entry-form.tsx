"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState, type ChangeEvent } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DiscardDialog } from "@/components/ui/discard-dialog";
import { FailureNote } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { environmentLabels, environments } from "@/lib/client/labels";
import { categoriesQuery } from "@/lib/client/queries";
import type { ListedEntry } from "@/lib/contracts/entries";
import { CategoryField } from "./category-field";
import { startValues, type EntryFormContext, type EntryFormValues } from "./entry-form-values";
import { entryResolver } from "./entry-resolver";
import { ProjectNameField } from "./project-name-field";
import { useSaveEntry } from "./use-save-entry";
import { ValueField } from "./value-field";

export type EntryFormProps = { entry?: ListedEntry | undefined; categoryId?: string | undefined; onSaved: (entryId: string) => void; onClose: () => void };

/** Creates an entry, or changes one: then only what was changed is sent, and the value is not even fetched until asked for. */
export default function EntryForm({ entry, categoryId, onSaved, onClose }: EntryFormProps) {
  const id = useId();
  const categories = useQuery(categoriesQuery);
  const [original, setOriginal] = useState<string>();
  const [discarding, setDiscarding] = useState(false);
  const [chosen, setChosen] = useState(entry?.categoryId ?? categoryId);
  const category = categories.data?.find((one) => one.id === chosen) ?? entry?.category;
  const keyType = category?.keyType;
  const context: EntryFormContext = { keyType, entry, original };
  const form = useForm<EntryFormValues, EntryFormContext>({ resolver: entryResolver, context, defaultValues: startValues(entry, categoryId) });
  const { register, handleSubmit, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;
  const save = useSaveEntry(form.setError, onSaved, onClose);
  const close = () => (isDirty ? setDiscarding(true) : onClose());

  return (
    <Dialog
      open
      onOpenChange={close}
      title={entry ? `Edit ${entry.name}` : "New entry"}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={isSubmitting}>{entry ? "Save changes" : "Create entry"}</Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form id={id} method="post" noValidate onSubmit={(event) => void handleSubmit((values) => save(values, context))(event)} className="space-y-4">
          {entry ? null : <CategoryField categories={categories} error={errors.categoryId?.message} control={register("categoryId", { onChange: (event: ChangeEvent<HTMLSelectElement>) => setChosen(event.target.value) })} />}
          <div className="grid gap-4 sm:grid-cols-[3fr_2fr]">
            <ProjectNameField autoFocus={!!entry || !!categoryId} />
            <Field label="Environment" optional error={errors.environment?.message}>
              {(control) => (
                <Select {...control} {...register("environment")}>
                  <option value="">None</option>
                  {environments.map((environment) => <option key={environment} value={environment}>{environmentLabels[environment]}</option>)}
                </Select>
              )}
            </Field>
          </div>
          {keyType && <ValueField key={keyType} keyType={keyType} envVarName={category?.envVarName ?? null} entry={entry} onTaken={setOriginal} taken={original !== undefined} />}
          <Field label="Notes" optional error={errors.notes?.message} description="Kept readable for search: no secrets here.">
            {(control) => <Textarea {...control} {...register("notes")} rows={2} />}
          </Field>
          {errors.root?.["server"]?.message && <FailureNote error={errors.root["server"].message} />}
        </form>
      </FormProvider>
      <DiscardDialog open={discarding} onOpenChange={setDiscarding} onDiscard={onClose} />
    </Dialog>
  );
}
