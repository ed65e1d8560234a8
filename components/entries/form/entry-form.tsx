"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useLayoutEffect, useState, type ChangeEvent, type ReactNode } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { RewritingField, useRewriting } from "@/components/references/rewriting";
import { Button } from "@/components/ui/buttons/button";
import { ErrorNote } from "@/components/ui/states/error-state";
import { Field } from "@/components/ui/inputs/field";
import { onDemand } from "@/components/ui/states/on-demand";
import { SidePanel } from "@/components/ui/dialogs/side-panel";
import { Textarea } from "@/components/ui/inputs/textarea";
import { entriesQuery } from "@/lib/client/http/queries/queries";
import { categoriesInOrder } from "@/lib/client/http/queries/queries-in-order";
import { useRights, useTeamHere } from "@/lib/client/hooks/reveal/use-rights";
import { useKeepTyped } from "@/lib/client/session/typed/use-keep-typed";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { CategoryField } from "./fields/category-field";
import { DuplicateNote, focusDuplicateNote, isDuplicate, useDuplicates } from "./duplicates/duplicate-note";
import { DraftNote } from "./draft-note";
import { DueFields } from "./fields/due-fields";
import { draftOf, type EntryDraft } from "./entry-draft";
import {
  hasValueEach,
  newCategoryId,
  startValues,
  targetsOf,
  type EntryFormContext,
  type EntryFormValues,
  type EntryStart,
} from "./entry-form-values";
import { entryName } from "../entry-name";
import { entryResolver } from "./entry-resolver";
import { EnvironmentField, SeveralEnvironments } from "./fields/environment-field";
import { NewCategoryFields } from "./fields/new-category-fields";
import { nextStart, startLike } from "./next-entry";
import { ProjectNameField } from "./fields/project-name-field";
import { useSaveEntry } from "./use-save-entry";
import { ValueField } from "../value/value-field";

export type EntryFormProps = {
  entry?: ListedEntry | undefined;
  categoryId?: string | undefined;
  /** What a new entry starts with. */
  start?: EntryStart | undefined;
  /** A new entry has its category and project, and all but its value. */
  like?: ListedEntry | undefined;
  /** What was typed before the session ended. */
  draft?: EntryDraft | undefined;
  /** Whether closing it would lose something. */
  onDirty: (dirty: boolean) => void;
  /** Whether the vault has not answered yet. */
  onSaving: (saving: boolean) => void;
  /** Moves on, unless somebody wants to keep what is typed here. */
  leave: (proceed: () => void) => void;
  onOpen: (entryId: string) => void;
  onSaved: (entryId: string, next?: AfterForm) => void;
  onClose: () => void;
};

/** What follows the form: rendered in its place until it closes. */
export type AfterForm = (onClose: () => void) => ReactNode;

const FormerValues = onDemand(() => import("@/components/references/former-values"), null, { quiet: true });

/** Creates or edits an entry. Editing sends only what changed; the value is not even fetched until requested. */
export default function EntryForm({
  entry: given,
  categoryId: givenCategory,
  start,
  like,
  draft,
  onDirty,
  onSaving,
  leave,
  onOpen,
  onSaved,
  onClose,
}: EntryFormProps) {
  const id = useId();
  const queryClient = useQueryClient();
  const entries = () => queryClient.getQueryData(entriesQuery.queryKey) ?? [];
  const categoryId = like?.categoryId ?? givenCategory;
  // Nobody who chose another category is led away from there.
  const [startsAtValue, setStartsAtValue] = useState(
    !draft && (like !== undefined || (categoryId !== undefined && Boolean(start?.name))),
  );
  // The entry as it was when the dialog opened: later data is neither shown nor what the user changed.
  const [entry] = useState(given);
  const categories = useQuery(categoriesInOrder);
  const [original, setOriginal] = useState(draft?.replacing ? "" : undefined);
  const [newType, setNewType] = useState(draft?.values.newCategory.keyType ?? "simple");
  const [chosen, setChosen] = useState(draft?.values.categoryId ?? entry?.categoryId ?? categoryId);
  const category = categories.data?.find((one) => one.id === chosen) ?? entry?.category;
  const keyType = chosen === newCategoryId ? newType : category?.keyType;
  const context: EntryFormContext = { keyType, category, entry, original };
  const team = useTeamHere();
  const form = useForm<EntryFormValues, EntryFormContext>({
    resolver: entryResolver,
    context,
    defaultValues: startValues(entry, categoryId, like ? startLike(entries(), like, team) : start, team),
  });
  const { register, handleSubmit, formState, control, reset, getValues, clearErrors, setFocus } = form;
  // How many were created by this dialog.
  const [round, setRound] = useState(0);
  const { errors, isSubmitting, isDirty, dirtyFields } = formState;
  const { may } = useRights();
  const seesFiles = may("entries:reveal") && may("envs:reveal") && may("envs:write");
  const save = useSaveEntry(
    entry,
    form,
    (entryId, changedValueOf) =>
      onSaved(
        entryId,
        changedValueOf !== undefined && seesFiles
          ? (onClose) => <FormerValues entryId={entryId} name={changedValueOf} onClose={onClose} />
          : undefined,
      ),
    onClose,
    setChosen,
  );
  const duplicates = useDuplicates(control, entry, category);
  const [typedName, typedEnvironment, several, valueEach, newCategory] = useWatch({
    control,
    name: ["name", "environment", "several", "valueEach", "newCategory"],
  });
  if (newCategory.keyType !== newType) setNewType(newCategory.keyType);
  const targets = targetsOf({ environment: typedEnvironment, several });
  const renamed =
    entry !== undefined &&
    (typedName.trim() !== entry.name ||
      (typedEnvironment || null) !== entry.environment ||
      chosen !== entry.categoryId);
  const rewriting = useRewriting(renamed, entry ? [entry.id] : []);

  useEffect(() => {
    if (draft) reset(draft.values, { keepDefaultValues: true });
  }, [draft, reset]);
  useKeepTyped("entry", () => (isDirty || original !== undefined ? draftOf(entry, getValues(), original) : undefined));

  // Count before the next key, which may be Escape.
  useLayoutEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);
  useLayoutEffect(() => {
    onSaving(isSubmitting);
    return () => onSaving(false);
  }, [isSubmitting, onSaving]);
  useEffect(() => {
    if (round > 0) setFocus("value");
  }, [round, setFocus]);

  // While it is being saved it can't be called back: whether it was saved is known in a moment.
  const close = () => isSubmitting || leave(onClose);
  const open = (to: string) =>
    isSubmitting || dirtyFields.value || dirtyFields.values || dirtyFields.fields || dirtyFields.notes
      ? leave(() => onOpen(to))
      : onOpen(to);
  const submitAs = (another?: (values: EntryFormValues) => void) =>
    handleSubmit((values) =>
      isDuplicate(duplicates)
        ? focusDuplicateNote()
        : save(values, context, rewriting.query, { then: another && (() => another(values)) }),
    );
  const submit = submitAs();
  const submitAndAnother = submitAs((values) => {
    reset(startValues(undefined, values.categoryId, nextStart(entries(), values, team), team));
    setRound(round + 1);
  });
  const submitAnyway = handleSubmit((values) =>
    save(values, context, rewriting.query, {
      // No more than the note has shown.
      another: duplicates.twins.map(({ environment }) => environment ?? "none"),
    }),
  );

  function choose(event: ChangeEvent<HTMLSelectElement>) {
    setChosen(event.target.value);
    setStartsAtValue(false);
    // Errors of another type's value no longer apply.
    clearErrors(["value", "fields"]);
  }
  return (
    <SidePanel
      onOpenChange={close}
      title={<span className="max-sm:line-clamp-3">{entry ? `Edit ${entryName(entry)}` : "New entry"}</span>}
      footer={
        <>
          <Button onClick={close} disabled={isSubmitting}>
            Cancel
          </Button>
          {!entry && (
            <Button pending={isSubmitting} onClick={() => void submitAndAnother()}>
              Save and create another
            </Button>
          )}
          <Button type="submit" form={id} variant="primary" pending={isSubmitting}>
            {entry ? "Save changes" : targets.length > 1 ? `Create ${targets.length} entries` : "Create entry"}
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form id={id} method="post" noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
          {draft && <DraftNote draft={draft} />}
          <CategoryField
            categories={categories}
            error={errors.categoryId?.message}
            control={register("categoryId", { onChange: choose })}
            chosen={chosen}
            making={!entry && may("categories:write")}
            keyType={entry?.category.keyType}
          />
          {chosen === newCategoryId && <NewCategoryFields />}
          <div className="grid gap-4 sm:grid-cols-[3fr_2fr]">
            <ProjectNameField autoFocus={!!entry || !!categoryId} />
            <EnvironmentField several={!entry} />
          </div>
          <SeveralEnvironments simple={keyType === "simple"} />
          <RewritingField rewriting={rewriting} />
          {isDuplicate(duplicates) && (
            <DuplicateNote
              duplicates={duplicates}
              editing={entry !== undefined}
              pending={isSubmitting}
              onOpen={open}
              onAnyway={() => void submitAnyway()}
            />
          )}
          {keyType && (
            <ValueField
              key={`${keyType} ${round}`}
              keyType={keyType}
              envVarName={(chosen === newCategoryId ? newCategory.envVarName : category?.envVarName) || null}
              targets={hasValueEach({ environment: typedEnvironment, valueEach }, keyType) ? targets : undefined}
              entry={entry}
              onTaken={setOriginal}
              taken={original !== undefined}
              startFocused={startsAtValue}
            />
          )}
          <Field
            label="Notes"
            optional
            error={errors.notes?.message}
            description="Not encrypted, so you can search it. Don’t put secrets here."
          >
            {(described) => <Textarea {...described} {...register("notes")} rows={2} />}
          </Field>
          <DueFields />
          {/* Rendered again once the choice about references is there: it would push the note out of sight. */}
          {errors.root?.["server"]?.message && (
            <ErrorNote key={rewriting.count} error={errors.root["server"].message} />
          )}
        </form>
      </FormProvider>
    </SidePanel>
  );
}
