import type { ListedEntry } from "@/lib/contracts/vault/entries";
import { lookUpIn, referenceTo } from "@/components/references/look-up";
import { environmentLabels } from "@/lib/client/words/labels";
import { compareNames } from "@/lib/client/words/name-order";
import type { Environment } from "@/lib/contracts/primitives";

/** An entry, or a field of one, that a reference can lead to. */
export type ReferenceOption = {
  reference: string;
  label: string;
  detail: string;
  icon: string | null;
  category: string;
  /** What typed words are looked for in, in lower case. */
  text: string;
  nearness: number;
};

/** The project and the file that are written in: their entries come first. */
export type Near = { project: string; environment: Environment | null };

const optionsMax = 60;

/** Every entry and field that one reference leads to, the nearest first. */
export function referenceOptions(entries: readonly ListedEntry[], near: Near): ReferenceOption[] {
  const lookUp = lookUpIn(entries);
  return entries
    .flatMap((entry) => (entry.fieldNames ?? [null]).map((field) => optionOf(entry, field, near)))
    .filter(({ reference }) => lookUp(reference).kind === "entry")
    .sort((left, right) => right.nearness - left.nearness || compareNames(left.text, right.text));
}

function optionOf(entry: ListedEntry, field: string | null, near: Near): ReferenceOption {
  const { category, name, environment } = entry;
  const label = `${category.name} › ${name}${field === null ? "" : ` · ${field}`}`;
  const detail = environment === null ? "" : environmentLabels[environment];
  const sameProject = name.toLowerCase() === near.project.toLowerCase();
  const sameEnvironment = environment !== null && environment === near.environment;
  return {
    reference: referenceTo(entry, field),
    label,
    detail,
    icon: category.icon,
    category: category.name,
    text: `${label} ${detail} ${category.envVarName ?? ""}`.toLowerCase(),
    nearness: (sameProject ? 2 : 0) + (sameEnvironment ? 1 : 0),
  };
}

/** The options that contain every typed word; those with a word at their start, such as the category's, come first. */
export function matchingOptions(options: readonly ReferenceOption[], typed: string): ReferenceOption[] {
  const words = wordsIn(typed);
  const fitting = options.filter(({ text }) => words.every((word) => text.includes(word)));
  const [first] = words;
  const startsSo = ({ text }: ReferenceOption) => first !== undefined && text.startsWith(first);
  return [...fitting.filter(startsSo), ...fitting.filter((option) => !startsSo(option))].slice(0, optionsMax);
}

/** What follows `svc:`, typed as words or as a reference. */
function wordsIn(typed: string): string[] {
  const plain = typed.replaceAll("%20", " ").toLowerCase();
  return plain.split(/[\s/›·]+/).filter((word) => word !== "" && word !== "-");
}
