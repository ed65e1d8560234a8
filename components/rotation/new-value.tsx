import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import {
  changedEntryBody,
  emptyValue,
  startValues,
  type EntryFormContext,
  type EntryFormValues,
} from "@/components/entries/form/entry-form-values";
import { entryName } from "@/components/entries/entry-name";
import { entryResolver } from "@/components/entries/form/entry-resolver";
import { ValueField } from "@/components/entries/value/value-field";
import EntryUsesList from "@/components/references/entry-uses";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { ErrorNote } from "@/components/ui/states/error-state";
import { KeptNote } from "@/components/ui/states/kept-note";
import { Field } from "@/components/ui/inputs/field";
import { Input } from "@/components/ui/inputs/input";
import { useDiscard } from "@/components/ui/dialogs/use-discard";
import { toast } from "@/components/ui/toasts/toast";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import { useShownVersion } from "@/lib/client/hooks/reveal/use-shown-version";
import { updateEntry } from "@/lib/client/http/api";
import { setFormError } from "@/lib/client/http/field-errors";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { remindersQuery } from "@/lib/client/http/resources/reminders-api";
import { keptTypedOf } from "@/lib/client/session/typed/typed";
import { useKeepTyped } from "@/lib/client/session/typed/use-keep-typed";
import type { KeyEntry, ListedEntry } from "@/lib/contracts/vault/entries";
import { ServiceLinks, serviceLinks } from "./service-links";
import { Step } from "./step";

type NewValueProps = {
  entry: ListedEntry;
  /** Stays as it is once the value is saved: what is left to do is shown in its place. */
  onDirty: (dirty: boolean) => void;
  onSaved: (saved: KeyEntry) => void;
  onClose: () => void;
};

/** What was typed, and for which entry. */
type Draft = { entryId: string; values: EntryFormValues };

/** A value that expired got a new end with its successor; one that has not may keep its end. */
const lastingEnd = ({ expiresAt }: ListedEntry) =>
  expiresAt && Date.parse(expiresAt) > Date.now() ? expiresAt.slice(0, 10) : "";

const emptyForm = (entry: ListedEntry): EntryFormValues => ({
  ...startValues(entry, undefined),
  fields: entry.fieldNames?.map((name) => ({ name, value: "" })) ?? emptyValue.fields,
  expiresAt: lastingEnd(entry),
});

/** Before the value is saved: where it is made, the fields for it, and what uses it. */
export function NewValue({ entry, onDirty, onSaved, onClose }: NewValueProps) {
  const id = useId();
  const queryClient = useQueryClient();
  const isThere = useIsThere();
  const { may } = useRights();
  const { keyType, envVarName } = entry.category;
  const what = entryName(entry);
  const context: EntryFormContext = { keyType, category: entry.category, entry, original: "" };
  const [draft] = useState(() => {
    const kept = keptTypedOf<Draft>("rotation");
    return kept?.entryId === entry.id ? kept.values : undefined;
  });
  const form = useForm<EntryFormValues, EntryFormContext>({
    resolver: entryResolver,
    context,
    defaultValues: emptyForm(entry),
  });
  const { register, handleSubmit, formState, getValues, reset, setError } = form;
  const { errors, isSubmitting, isDirty } = formState;
  useEffect(() => {
    if (draft) reset(draft, { keepDefaultValues: true });
  }, [draft, reset]);
  useKeepTyped<Draft>("rotation", () => (isDirty ? { entryId: entry.id, values: getValues() } : undefined));
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const atShown = useShownVersion(entry);
  const { close, question } = useDiscard(isDirty, onClose, isSubmitting);
  const { page, noted } = serviceLinks(entry);
  const seesUses = may("entries:reveal") && may("envs:reveal");

  async function save(values: EntryFormValues) {
    let saved: KeyEntry;
    try {
      saved = await atShown((only) =>
        updateEntry({ params: { id: entry.id }, body: changedEntryBody(values, context) }, only),
      );
    } catch (error) {
      return setFormError(error, setError, ["value", "expiresAt"]);
    }
    for (const queryKey of [queryKeys.entries, queryKeys.stats, remindersQuery.queryKey])
      void queryClient.invalidateQueries({ queryKey });
    if (isThere()) onSaved(saved);
    else toast.success(`${what} has a new value`);
  }

  return (
    <Dialog
      open
      onOpenChange={close}
      title={`Replace ${what}`}
      size={keyType === "group" ? "large" : "medium"}
      footer={
        <>
          <Button onClick={close} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="primary" pending={isSubmitting}>
            Save new value
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form id={id} method="post" noValidate onSubmit={(event) => void handleSubmit(save)(event)}>
          {draft && <KeptNote className="mb-4" />}
          <ol className="space-y-5">
            <Step number={1} title="Create a new value">
              <p className="text-sm text-muted">
                {page || noted !== undefined
                  ? "Keep the current one working until everything uses the new one."
                  : "Create it where the current one came from, or generate one below."}
              </p>
              <ServiceLinks entry={entry} />
            </Step>
            <Step number={2} title="Enter it here">
              <ValueField
                keyType={keyType}
                envVarName={envVarName}
                targets={undefined}
                entry={undefined}
                onTaken={() => undefined}
                taken
              />
              {entry.expiresAt && (
                <Field
                  label="Expires on"
                  optional
                  error={errors.expiresAt?.message}
                  description="When the new value stops working."
                >
                  {(described) => <Input {...described} type="date" max="9999-12-30" {...register("expiresAt")} />}
                </Field>
              )}
            </Step>
            {seesUses && (
              <Step number={3} title="See what uses it">
                <EntryUsesList entryId={entry.id} />
              </Step>
            )}
          </ol>
          {errors.root?.["server"]?.message && <ErrorNote error={errors.root["server"].message} className="mt-4" />}
        </form>
      </FormProvider>
      {question}
    </Dialog>
  );
}
