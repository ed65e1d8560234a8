import type { Context } from "../../auth/context";
import { listReferred } from "../../db/queries/vault/references";
import { idsMax } from "../../db/queries/query";
import type { RowOf } from "../../db/sql";
import { malformedText, parseReference, type Reference } from "../../dotenv/reference";
import { isRepresentable } from "../../dotenv/serialize";
import { AppError, type UnresolvedReason, type UnresolvedReference } from "../../errors";
import { slicesOf } from "../../slices";
import { yieldToEventLoop } from "../../event-loop";
import { listOwned, listOwnedIn } from "../doors/owned";

/** The entry that a reference leads to, and its field if it is a group. */
export type Lead = { entryId: string; categoryId: string; field: string | null };

type Entry = RowOf<typeof listReferred>;

/**
 * Where each of these references leads, or why nowhere, by its text. Only what the caller reaches counts: an entry
 * outside is missing, and makes none ambiguous. Reads names alone.
 */
export async function resolveReferences(
  ctx: Context,
  texts: readonly string[],
): Promise<ReadonlyMap<string, Lead | UnresolvedReason>> {
  const parsed = new Map(texts.map((text) => [text, parseReference(text)]));
  const found = await entriesByName(
    ctx,
    [...parsed.values()].filter((reference) => reference !== null),
  );
  return new Map(
    [...parsed].map(([text, reference]) => [
      text,
      reference ? leadOf(reference, found.get(keyOf(reference)) ?? []) : "malformed",
    ]),
  );
}

function leadOf({ field }: Reference, [entry, other]: readonly Entry[]): Lead | UnresolvedReason {
  if (!entry) return "missing";
  if (other) return "ambiguous";
  const lead = { entryId: entry.id, categoryId: entry.categoryId, field };
  if (entry.keyType !== "group") return field === null ? lead : "missing";
  if (field === null) return "field-missing";
  return (JSON.parse(entry.fieldNames ?? "[]") as string[]).includes(field) ? lead : "missing";
}

const keyOf = ({ category, entry, environment }: Reference): string => JSON.stringify([category, entry, environment]);

/** The entries that have the three names of a reference, by these. */
async function entriesByName(ctx: Context, references: readonly Reference[]): Promise<ReadonlyMap<string, Entry[]>> {
  const found = new Map(references.filter(isNameable).map((reference) => [keyOf(reference), [] as Entry[]]));
  for (const pairs of batches([...found.keys()])) {
    const given = { categories: pairs.map(([category]) => category), names: pairs.map(([, name]) => name) };
    // One query finds each of the names in each of the categories, also those that nobody asked for.
    for (const row of await (ctx.tx ? listOwnedIn(ctx, listReferred, given) : listOwned(ctx, listReferred, given)))
      found.get(keyOf({ ...row, entry: row.name, field: null }))?.push(row);
    await yieldToEventLoop();
  }
  return found;
}

/** Nothing has another name, and a database may refuse to look for it. */
const isNameable = ({ category, entry }: Reference) => isRepresentable(category) && isRepresentable(entry);

/**
 * Categories with the entries' names, as many as one query takes. Those of one category come together, so that a query
 * asks for few categories and finds little else.
 */
function batches(keys: readonly string[]): Generator<(readonly [category: string, entry: string])[]> {
  const pairs = new Set(keys.map((key) => JSON.stringify((JSON.parse(key) as unknown[]).slice(0, 2))));
  const sorted = [...pairs].sort().map((pair) => JSON.parse(pair) as [string, string]);
  return slicesOf(sorted, idsMax);
}

const reasons: Record<UnresolvedReason, string> = {
  malformed: malformedText,
  unreadable:
    "stands in a line that not every reader takes alike: correct its name or its quotes, and use no blanks but spaces and no byte order mark",
  missing: "leads to no entry or field",
  ambiguous: "leads to several entries",
  "field-missing": "leads to a group, but names no field",
  undecryptable: "leads to a value that is damaged",
  unwritable: "leads to a value that does not fit here",
};

/** How many lines the message names, and how much of a variable's name. The details have all. */
const [linesNamed, nameShown] = [10, 100];

/** The refusal of a text with such references. It contains no part of a value, and none of a reference. */
export function unresolvedReferences(
  unresolved: readonly UnresolvedReference[],
  { withFiles }: { withFiles: boolean },
): AppError {
  const lines = unresolved.slice(0, linesNamed).map(({ fileType, line, name, reason }) => {
    const shown = name.length > nameShown ? `${name.slice(0, nameShown)}…` : name;
    return `Line ${line}${withFiles ? ` of .${fileType}` : ""}, ${shown}: ${reasons[reason]}`;
  });
  const more = unresolved.length - lines.length;
  return new AppError("UNRESOLVED_REFERENCES", {
    message: `${lines.join("; ")}${more > 0 ? `; and ${more} more` : ""}. No value was revealed`,
    details: [...unresolved],
  });
}
