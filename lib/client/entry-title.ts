import type { ListedEntry } from "../contracts/entries";

/** What people look an entry up by: its variable, or the category's name for those that set several or none. */
export const entryTitle = ({ category }: Pick<ListedEntry, "category">): string =>
  (category.keyType === "simple" && category.envVarName) || category.name;
