import { environmentLabels } from "@/lib/client/words/labels";
import type { ListedEntry } from "@/lib/contracts/vault/entries";
import type { VariableLink } from "@/lib/contracts/vault/references";
import { parse } from "@/lib/dotenv/parse";
import { isReference } from "@/lib/dotenv/reference";
import type { LookUp } from "./look-up";

/** An assignment whose value an entry has, or had, and the reference that could stand for it. */
export type Linkable = {
  line: number;
  name: string;
  state: "same" | "outdated";
  entryId: string;
  field: string | null;
  reference: string;
};

/**
 * The assignments of a text that can become references. What the vault says of its own text, `saved`, counts for every
 * assignment of `text` that has the same name and value, wherever it stands by now. A reference that would not lead to
 * the entry, such as one whose name another entry shares, is left out.
 */
export function findLinkable(
  text: string,
  saved: string,
  links: readonly VariableLink[],
  lookUp: LookUp | undefined,
): Linkable[] {
  if (!links.some(({ state }) => state === "same" || state === "outdated")) return [];
  const told = new Map<string, Omit<Linkable, "line" | "name">>();
  const savedLines = assignments(saved);
  for (const { name, line, state, entryId, field, reference } of links) {
    const assigned = savedLines.get(line);
    if ((state !== "same" && state !== "outdated") || entryId === null || reference === null) continue;
    // Another text than the one that the vault compared.
    if (assigned?.name !== name || isReference(assigned.value)) continue;
    const lead = lookUp?.(reference);
    if (lead && (lead.kind === "broken" || lead.entry.id !== entryId)) continue;
    told.set(keyOf(assigned), { state, entryId, field, reference });
  }
  if (told.size === 0) return [];
  return [...assignments(text)].flatMap(([line, assigned]) => {
    const link = told.get(keyOf(assigned));
    return link ? [{ line, name: assigned.name, ...link }] : [];
  });
}

/** The entry, or the field of one, that a value can link to. */
export const whereText = (entry: ListedEntry | undefined, field: string | null): string =>
  entry
    ? [`${entry.category.name} › ${entry.name}`, field, entry.environment && environmentLabels[entry.environment]]
        .filter(Boolean)
        .join(" · ")
    : "an entry";

type Assigned = { name: string; value: string };

const assignments = (text: string): Map<number, Assigned> =>
  new Map(parse(text).flatMap((line) => (line.kind === "assignment" ? [[line.line, line] as const] : [])));

const keyOf = ({ name, value }: Assigned) => `${name}\n${value}`;
