import type { ListedEntry } from "@/lib/contracts/vault/entries";

/** As the form calls them. */
const words: Record<string, (entry: ListedEntry) => string | number | null> = {
  category: ({ categoryId }) => categoryId,
  project: ({ name }) => name,
  environment: ({ environment }) => environment,
  value: ({ valueChangedAt }) => valueChangedAt,
  notes: ({ notes }) => notes,
  "expiry date": ({ expiresAt }) => expiresAt,
  "days until it is replaced": ({ rotateEveryDays }) => rotateEveryDays,
};

/** What differs between an entry as it was and as it is, without what it holds. */
export const changedFields = (before: ListedEntry, now: ListedEntry): string[] =>
  Object.entries(words).flatMap(([word, read]) => (read(before) === read(now) ? [] : [word]));
