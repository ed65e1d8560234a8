import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { UseFormSetError } from "react-hook-form";
import { toast } from "@/components/ui/toasts/toast";
import { createCategory, updateCategory } from "@/lib/client/http/api";
import { describeError } from "@/lib/client/http/describe-error";
import { setFormError } from "@/lib/client/http/field-errors";
import { afterLostAnswer } from "@/lib/client/http/lost-answer";
import { isChangedMeanwhile, onlyNew } from "@/lib/client/http/precondition";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { ApiError } from "@/lib/client/http/api-error";
import { useIsThere } from "@/lib/client/hooks/use-is-there";
import { useShownVersion } from "@/lib/client/hooks/reveal/use-shown-version";
import type { KeyCategory } from "@/lib/contracts/vault/categories";
import { categoryBody, changedCategoryBody, type CategoryFormValues } from "./category-form-values";

const stands = "A category with this name, type and variable already exists";
const mayStand = "The category may have been created anyway. Check the list before you try again.";

/** Submits the form. Errors appear on their fields and the dialog stays open. */
export function useSaveCategory(
  shown: KeyCategory | undefined,
  setError: UseFormSetError<CategoryFormValues>,
  onSaved: (category: KeyCategory) => void,
  onClose: () => void,
) {
  const queryClient = useQueryClient();
  const isThere = useIsThere();
  // The category as it was when the dialog opened: later data is not what the user changed.
  const [category] = useState(shown);
  const atShown = useShownVersion(category);
  return async (values: CategoryFormValues, query: { rewriteReferences?: "true" }): Promise<void> => {
    let saved: KeyCategory;
    try {
      if (category) {
        const body = changedCategoryBody(values, category);
        if (Object.keys(body).length === 0) return onClose();
        saved = await atShown((only) => updateCategory({ params: { id: category.id }, query, body }, only));
      } else saved = await createCategory({ body: categoryBody(values) }, onlyNew);
    } catch (error) {
      if (error instanceof ApiError && error.code === "CATEGORY_IN_USE")
        return setError("keyType", { type: "server", message: describeError(error).message }, { shouldFocus: true });
      const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.categories });
      if (!category && isChangedMeanwhile(error)) {
        void refresh();
        return setError("name", { type: "server", message: stands }, { shouldFocus: true });
      }
      return setFormError(category ? error : await afterLostAnswer(error, mayStand, refresh), setError, [
        "name",
        "keyType",
        "envVarName",
        "icon",
        "description",
      ]);
    }
    // Entries carry their category's name and icon.
    if (category) void queryClient.invalidateQueries({ queryKey: queryKeys.entries });
    if (query.rewriteReferences) void queryClient.invalidateQueries({ queryKey: queryKeys.envProjects });
    void queryClient.invalidateQueries({ queryKey: queryKeys.stats });
    await queryClient.invalidateQueries({ queryKey: queryKeys.categories });
    toast.success(category ? `The category ${saved.name} was changed` : `The category ${saved.name} was created`);
    if (isThere()) onSaved(saved);
  };
}
