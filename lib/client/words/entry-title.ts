import type { ListedEntry } from "../../contracts/vault/entries";

/** An entry, or what will be one. */
export type Titled = { category: Pick<ListedEntry["category"], "name" | "keyType" | "envVarName"> };

/** What people look an entry up by: its variable, or the category's name for those that set several or none. */
export const entryTitle = ({ category }: Titled): string =>
  (category.keyType === "simple" && category.envVarName) || category.name;
