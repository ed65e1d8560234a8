import { useQueryClient } from "@tanstack/react-query";
import { createCategory } from "@/lib/client/http/api";
import { afterLostAnswer } from "@/lib/client/http/lost-answer";
import { isChangedMeanwhile, onlyNew } from "@/lib/client/http/precondition";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import { iconsQuery } from "@/lib/client/http/resources/icons";
import type { KeyCategory } from "@/lib/contracts/vault/categories";
import { iconFinder } from "@/lib/icon-name";
import { newCategoryBody, type EntryFormValues } from "./entry-form-values";

const mayStand = "The category may have been created anyway. Check the list before you try again.";

/** Makes the category that is typed with a new entry, if there is none like it. */
export function useCreateCategory(): (newCategory: EntryFormValues["newCategory"]) => Promise<KeyCategory> {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.categories });
  return async (newCategory) => {
    // Without the list of icons it has none.
    const icons = await queryClient.ensureQueryData(iconsQuery).catch(() => []);
    const body = newCategoryBody(newCategory, iconFinder(icons)(newCategory.name));
    try {
      const made = await createCategory({ body }, onlyNew);
      await refresh();
      return made;
    } catch (error) {
      // So that it can be chosen.
      if (isChangedMeanwhile(error)) await refresh();
      throw await afterLostAnswer(error, mayStand, refresh);
    }
  };
}
