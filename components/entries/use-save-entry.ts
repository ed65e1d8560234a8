import { useQueryClient } from "@tanstack/react-query";
import type { UseFormSetError } from "react-hook-form";
import { toast } from "@/components/ui/toast";
import { createEntry, updateEntry } from "@/lib/client/http/api";
import { setFormError } from "@/lib/client/http/field-errors";
import { queryKeys } from "@/lib/client/http/query-keys";
import { useShownVersion } from "@/lib/client/hooks/use-shown-version";
import type { KeyEntry, ListedEntry } from "@/lib/contracts/entries";
import { changedEntryBody, newEntryBody, type EntryFormContext, type EntryFormValues } from "./entry-form-values";
import { entryName } from "./entry-name";

/** Submits the form. Errors appear on their fields and the dialog stays open. */
export function useSaveEntry(
  shown: ListedEntry | undefined,
  setError: UseFormSetError<EntryFormValues>,
  onSaved: (entryId: string, changedValueOf?: string) => void,
  onClose: () => void,
) {
  const queryClient = useQueryClient();
  const atShown = useShownVersion(shown);
  return async (
    values: EntryFormValues,
    context: EntryFormContext,
    query: { rewriteReferences?: "true" },
  ): Promise<void> => {
    const { entry, keyType, category } = context;
    let saved: KeyEntry;
    let hasNewValue = false;
    try {
      if (entry) {
        const body = changedEntryBody(values, context);
        if (Object.keys(body).length === 0) return onClose();
        hasNewValue = body.value !== undefined;
        saved = await atShown((only) => updateEntry({ params: { id: entry.id }, query, body }, only));
      } else saved = await createEntry({ body: newEntryBody(values, keyType) });
    } catch (error) {
      return setFormError(error, setError, [
        "categoryId",
        "name",
        "environment",
        "notes",
        "expiresAt",
        "rotateEveryDays",
        "value",
      ]);
    }
    void queryClient.invalidateQueries({ queryKey: queryKeys.stats });
    if (query.rewriteReferences) void queryClient.invalidateQueries({ queryKey: queryKeys.envProjects });
    await queryClient.invalidateQueries({ queryKey: queryKeys.entries });
    const what = category ? entryName({ ...saved, category }) : saved.name;
    toast.success(entry ? `${what} was changed` : `${what} was created`);
    onSaved(saved.id, hasNewValue ? what : undefined);
  };
}
