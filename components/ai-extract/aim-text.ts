import { environmentLabels } from "@/lib/client/words/labels";
import type { Environment } from "@/lib/contracts/primitives";
import type { Aim } from "./plan";

const list = new Intl.ListFormat("en");

export const inWords = (environments: readonly Environment[]): string =>
  list.format(environments.map((environment) => environmentLabels[environment].toLowerCase()));

/** For which environment entries are ticked, and why. Null if there is nothing to say. `file` is the name of the one to fill. */
export function aimText(
  { environment, by }: Aim,
  asked: readonly Environment[],
  file: string,
  left: readonly Environment[],
): string | null {
  const named = asked.length > 1 ? `You asked for ${inWords(asked)}. ` : "";
  if (environment === null || by === null)
    return named === ""
      ? null
      : `${named}${file} is for none of them alone: choose another file, or tick what you mean.`;
  const why = by === "question" ? "as you asked" : `as ${file} is`;
  const others = left.length > 0 ? ` Entries for ${inWords(left)} are not ticked.` : "";
  return `${named}Entries are ticked for ${inWords([environment])}, ${why}.${others}`;
}
