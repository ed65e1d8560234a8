import { hasScope } from "../../auth/grants/authorize";
import type { InTransaction } from "../../auth/context";
import { AppError } from "../../errors";
import { type Lead, resolveReferences } from "./reference-targets";

/** An env file with the references in it that a renaming has to do with, by their lines. */
export type Referring = {
  project: string;
  fileType: string;
  references: Map<number, { variable: string; text: string }>;
};

/** How many references the message names, and how much of a variable's name. */
const [namedMax, nameShown] = [3, 100];

type Renamed = {
  /** Where each reference led before, by its text. */
  leads: ReadonlyMap<string, Lead | string>;
  /** What became of it; undefined if it stayed. */
  renamed: (text: string) => string | undefined;
};

/**
 * Comes after the renaming. Throws REFERENCES_AMBIGUOUS if a reference led to one entry, and leads to several now that
 * something else has its names: nobody could resolve the file any longer. A caller who may not read entries and env files is
 * not refused: that would tell them which names there are.
 */
export async function assertStillLeading(
  ctx: InTransaction,
  files: readonly Referring[],
  { leads, renamed }: Renamed,
): Promise<void> {
  if (!hasScope(ctx.caller, "entries:read") || !hasScope(ctx.caller, "envs:read")) return;
  const textNow = new Map(
    [...leads].flatMap(([text, lead]) => (typeof lead === "object" ? [[text, renamed(text) ?? text] as const] : [])),
  );
  const leadsNow = await resolveReferences(ctx, [...new Set(textNow.values())]);
  const lost = files.flatMap(({ project, fileType, references }) =>
    [...references].flatMap(([line, { variable, text }]) => {
      if (leadsNow.get(textNow.get(text) ?? "") !== "ambiguous") return [];
      const name = variable.length > nameShown ? `${variable.slice(0, nameShown)}…` : variable;
      return [`${name} in line ${line} of ${project}’s .${fileType}`];
    }),
  );
  if (lost.length === 0) return;
  const named = lost.length > namedMax ? [...lost.slice(0, namedMax), `${lost.length - namedMax} more`] : lost;
  const all = new Intl.ListFormat("en").format(named);
  throw new AppError("REFERENCES_AMBIGUOUS", {
    message: `Two entries would end up with the same names, and references to them would be ambiguous: ${all}. Rename or delete one of the two entries first. Nothing was changed`,
  });
}
