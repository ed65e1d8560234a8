import type { Context } from "../../auth/context";
import type { LinkingFile } from "../../contracts/vault/references";
import { parseReference } from "../../dotenv/reference";
import { pauses } from "../../event-loop";
import type { FileVariable } from "./fingerprints/file-variables";
import { resolveReferences } from "./reference-targets";

type Linked = LinkingFile["entries"];

/**
 * Counts the references that lead to the entries of a category, however many it has: by their names, of which each is looked up once,
 * in whatever file it stands. Returns what counts those of one file after the other.
 */
export function linksToCategory(
  ctx: Context,
  { categoryId, category }: { categoryId: string; category: string },
): (variables: readonly FileVariable[]) => Promise<Linked> {
  /** The entry of the category to which a text leads, if it leads to one. */
  const known = new Map<string, string | null>();
  const pause = pauses();
  return async (variables) => {
    const texts = variables.flatMap(({ reference }) => reference ?? []);
    const named = new Set<string>();
    for (const text of texts) {
      if (!known.has(text) && parseReference(text)?.category === category) named.add(text);
      await pause();
    }
    for (const [text, lead] of await resolveReferences(ctx, [...named]))
      known.set(text, typeof lead === "object" && lead.categoryId === categoryId ? lead.entryId : null);
    const counts = new Map<string, number>();
    for (const text of texts) {
      const entryId = known.get(text);
      if (entryId) counts.set(entryId, (counts.get(entryId) ?? 0) + 1);
    }
    return [...counts].map(([entryId, references]) => ({ entryId, references }));
  };
}
