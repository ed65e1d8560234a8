import { entrySearchText } from "@/lib/client/entries/entry-search";
import { inNameOrder } from "@/lib/client/words/name-order";
import { searched } from "@/lib/client/words/search-words";
import type { Thing } from "./use-things";

/** What a search leaves of the things, by name. Entries are also found by their variables and notes, as in their own list. */
export const findThings = (things: readonly Thing[], search: string): Thing[] =>
  searched(things, search, ({ name, entry }) => (entry ? `${name}\n${entrySearchText(entry)}` : name));

/** Things of every kind in one list, sorted as people sort names. */
export const thingsInOrder = (things: readonly Thing[]): Thing[] => inNameOrder(things, ({ name }) => name);
