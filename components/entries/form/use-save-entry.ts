import { useQueryClient } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import { isSignedOut } from "@/components/ui/toasts/tell-left";
import { toast } from "@/components/ui/toasts/toast";
import { entryTitle } from "@/lib/client/words/entry-title";
import { updateEntry } from "@/lib/client/http/api";
import { ApiError } from "@/lib/client/http/api-error";
import { describeError } from "@/lib/client/http/describe-error";
import { setFormError } from "@/lib/client/http/field-errors";
import { afterLostAnswer, mayBeDone } from "@/lib/client/http/lost-answer";
import { isChangedMeanwhile } from "@/lib/client/http/precondition";
import { entriesQuery } from "@/lib/client/http/queries/queries";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import { useShownVersion } from "@/lib/client/hooks/reveal/use-shown-version";
import type { KeyEntry, ListedEntry } from "@/lib/contracts/vault/entries";
import { changedFields } from "./changed-fields";
import { createEntries, namesOf, partlyCreated } from "./create-entries";
import { forgetSaved } from "./entry-draft";
import {
  changedEntryBody,
  hasValueEach,
  newCategoryId,
  type EntryFormContext,
  type EntryFormValues,
  type EnvironmentKey,
} from "./entry-form-values";
import { useCreateCategory } from "./use-create-category";
import { entryName } from "../entry-name";

const fields = ["categoryId", "name", "environment", "notes", "expiresAt", "rotateEveryDays"] as const;

const inWords = new Intl.ListFormat("en");

/** Follows what is said of everything that is gone: what was typed here would be lost with this page. */
const thenSaveAgain = "Do that in another tab, then save again.";

const mayStand = "The entry may have been created anyway. Check the list before you try again.";
const categoryStands = "A category with this name, type and variable already exists: choose it above";

/** What happens besides saving. */
type SaveOptions = {
  /** What follows in place of `onSaved`. */ then?: (() => void) | undefined;
  /** Where there is one of the same category and project, and the new one is to be beside it. */
  another?: readonly EnvironmentKey[];
};

type FormOfEntry = UseFormReturn<EntryFormValues, EntryFormContext>;

/**
 * Submits the form. Errors appear on their fields and the dialog stays open; if only some of several environments got
 * their entry, the form keeps the others, so that a second try makes only those. Whoever left meanwhile, or is on their
 * way, is told what was saved, which then no longer waits as unsaved, and nothing else follows.
 */
export function useSaveEntry(
  shown: ListedEntry | undefined,
  { setError, setValue, reset }: Pick<FormOfEntry, "setError" | "setValue" | "reset">,
  onSaved: (entryId: string, changedValueOf?: string) => void,
  onClose: () => void,
  onCategory: (id: string) => void,
) {
  const queryClient = useQueryClient();
  const isThere = useIsThere();
  const atShown = useShownVersion(shown);
  const createNewCategory = useCreateCategory();
  /** While another page is on its way, the form is still there: with nothing unsaved, nothing is kept once it goes. */
  function left(entry: ListedEntry | undefined, original: string | undefined, ...saved: EntryFormValues[]) {
    reset(saved.at(-1));
    for (const values of saved) forgetSaved(entry, values, original);
  }
  const refresh = (rewritten = false) => {
    void queryClient.invalidateQueries({ queryKey: queryKeys.stats });
    if (rewritten) void queryClient.invalidateQueries({ queryKey: queryKeys.envProjects });
    return queryClient.invalidateQueries({ queryKey: queryKeys.entries });
  };

  /** A refusal because of somebody else's change says what that was. */
  async function withChanges(error: unknown, before: ListedEntry): Promise<unknown> {
    if (!isChangedMeanwhile(error)) return error;
    const all = await queryClient.fetchQuery({ ...entriesQuery, staleTime: 0 }).catch(() => []);
    const now = all.find(({ id }) => id === before.id);
    const changed = now ? changedFields(before, now) : [];
    if (changed.length === 0) return error;
    const message = `${describeError(error).message} Changed there: ${inWords.format(changed)}.`;
    return new ApiError(error.code, error.status, { message, cause: error });
  }

  async function create(
    typed: EntryFormValues,
    { keyType, category: chosen }: EntryFormContext,
    then: (entryId: string) => void,
    another: readonly EnvironmentKey[],
  ): Promise<void> {
    let [values, category] = [typed, chosen];
    if (typed.categoryId === newCategoryId) {
      try {
        const made = await createNewCategory(typed.newCategory);
        // Kept, so that a second try does not make another one.
        setValue("categoryId", made.id);
        onCategory(made.id);
        [values, category] = [{ ...typed, categoryId: made.id }, made];
      } catch (error) {
        if (isChangedMeanwhile(error)) return setError("newCategory.name", { type: "server", message: categoryStands });
        return setFormError(error, setError, []);
      }
    }
    const created = await createEntries(values, keyType, another);
    const { saved, missing, errors } = created;
    const [first] = saved;
    if (!first) {
      const error = errors.find(mayBeDone) ?? errors[0];
      // The note about duplicates then says which.
      if (errors.some(isChangedMeanwhile)) await refresh();
      return setFormError(
        await afterLostAnswer(error, mayStand, refresh),
        setError,
        hasValueEach(values, keyType) ? fields : [...fields, "value"],
      );
    }
    if (missing.length > 0) {
      setValue("several", missing);
      const message = partlyCreated(created);
      // Of those that an ended session refused, sign-in leads back to the form.
      if (!isThere() && !errors.some(isSignedOut)) toast.error(message);
      setError("root.server", { type: "server", message });
      // Before a second try: the list may have one of the missing, and the note about duplicates then says so.
      return refresh();
    }
    await refresh();
    if (category)
      toast.success(
        saved.length > 1
          ? `${namesOf(saved, entryTitle({ category }))} were created`
          : `${entryName({ ...first, category })} was created`,
      );
    if (isThere()) return then(first.id);
    // Before its category was there, or after.
    left(undefined, undefined, typed, values);
  }

  return async (
    values: EntryFormValues,
    context: EntryFormContext,
    query: { rewriteReferences?: "true" },
    { then = undefined, another = [] }: SaveOptions = {},
  ): Promise<void> => {
    const { entry, category } = context;
    if (!entry) return create(values, context, then ?? onSaved, another);
    const body = changedEntryBody(values, context);
    if (Object.keys(body).length === 0) return onClose();
    let saved: KeyEntry;
    try {
      saved = await atShown((only) => updateEntry({ params: { id: entry.id }, query, body }, only));
    } catch (error) {
      if (error instanceof ApiError && error.code === "ENTRY_NOT_FOUND")
        return setError("root.server", { type: "server", message: `${describeError(error).message} ${thenSaveAgain}` });
      return setFormError(await withChanges(error, entry), setError, [...fields, "value"]);
    }
    await refresh(query.rewriteReferences !== undefined);
    const what = entryName({ ...saved, category: category ?? entry.category });
    toast.success(`${what} was changed`);
    if (isThere()) onSaved(saved.id, body.value === undefined ? undefined : what);
    else left(entry, context.original, values);
  };
}
