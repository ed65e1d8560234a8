/** The words of a search. */
export const searchWords = (search: string): string[] => search.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether every word occurs in a text of lower case. */
export const hasWords = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word));

/** What a search leaves of a list. `textOf`: what it looks through. */
export function searched<T>(items: readonly T[], search: string, textOf: (item: T) => string): T[] {
  const words = searchWords(search);
  return items.filter((item) => hasWords(textOf(item).toLowerCase(), words));
}
