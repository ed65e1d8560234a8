import type { KeyCategory } from "@/lib/contracts/categories";

/** Those that people made or changed, and those that imports made and nobody has touched since. */
export const byOrigin = (categories: readonly KeyCategory[]) => ({
  made: categories.filter(({ origin }) => origin === null),
  imported: categories.filter(({ origin }) => origin !== null),
});
