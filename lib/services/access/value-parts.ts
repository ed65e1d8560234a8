import { fingerprint } from "../../crypto/macs/fingerprint";
import { assignmentsIn } from "../../dotenv/assignments";
import { eachLine } from "../../dotenv/parse";
import { isReference } from "../../dotenv/reference";
import { secretName } from "../../dotenv/secret-name";
import { readGroup } from "../entries/entry-value";

/*
 * What there is to compare in a value that somebody saw and the one that is there now. Only fingerprints stay of it.
 */

export type Parts = {
  /** The value as a whole, and each variable or field in it. */
  readonly prints: ReadonlySet<number>;
  /** The references in an env file, by their texts, with the variables that they are assigned to. */
  readonly references: ReadonlyMap<string, readonly string[]>;
};

/** An env file, or an entry of a category of this type. */
export type Shape = "env-file" | "simple" | "group" | "json" | "ssh";

/** As long as this, a value is taken for the same under another name too. */
const tellingLength = 8;

/**
 * What is a plain setting, and no secret unless its name says so: `PORT=3000` stays when all secrets beside it are replaced, and
 * the file must count as rotated then.
 */
const plainSetting =
  /^(?:\d{1,5}|true|false|yes|no|on|off|null|none|production|prod|development|dev|staging|test|local|debug|info|warn|error|localhost|127\.0\.0\.1|0\.0\.0\.0|https?:\/\/[a-z0-9.-]+(?::\d{1,5})?\/?)$/i;

/** Whether a variable or field says by itself that what was seen is in use. */
const counts = (name: string, value: string): boolean =>
  value !== "" && (!plainSetting.test(value) || secretName.test(name));

/** One variable's or field's. */
export const partPrint = (name: string, value: string): number =>
  fingerprint(JSON.stringify(value.length < tellingLength ? [name, value] : [value]));

/** What there is now to compare with what was seen. */
export const partsNow = (shape: Shape, text: string): Parts => partsOf(shape, text, false);

/** What was seen: of an env file, what stands in its comments too, for somebody may put it to use. */
export const partsSeen = (shape: Shape, text: string): Parts => partsOf(shape, text, true);

function partsOf(shape: Shape, text: string, withComments: boolean): Parts {
  const prints = new Set([fingerprint(wholeOf(shape, text))]);
  const references = new Map<string, string[]>();
  if (shape === "group") addFields(text, prints);
  if (shape === "env-file") addVariables(text, withComments, prints, references);
  return { prints, references };
}

function addFields(text: string, prints: Set<number>) {
  for (const [name, value] of fieldsOf(text)) if (counts(name, value)) prints.add(partPrint(name, value));
}

/** A document or a key is compared as a whole, but for what changes nothing of it. */
function wholeOf(shape: Shape, text: string): string {
  if (shape === "env-file") return text;
  if (shape === "json" || shape === "group")
    try {
      return JSON.stringify(sorted(JSON.parse(text)));
    } catch {
      // Nested too deeply: compared as it is written.
    }
  return text.replaceAll("\r\n", "\n").trim();
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, part]) => [name, sorted(part)]);
}

function fieldsOf(text: string): [name: string, value: string][] {
  try {
    return Object.entries(readGroup(text));
  } catch {
    return [];
  }
}

/**
 * Every assignment, also one that a later one overrides, and all of them together, plain settings too. A line that is none is
 * compared as it is: another reader may take it for one. A reference is no value of the file: the entry that it leads to is on
 * record itself.
 */
function addVariables(text: string, withComments: boolean, prints: Set<number>, references: Map<string, string[]>) {
  const all = new Set<string>();
  const add = (name: string, value: string) => {
    if (value === "") return;
    if (!isReference(value)) {
      all.add(JSON.stringify([name, value]));
      if (counts(name, value)) prints.add(partPrint(name, value));
      return;
    }
    const names = references.get(value);
    if (names) names.push(name);
    else references.set(value, [name]);
  };
  const comments: string[] = [];
  eachLine(text, (line) => {
    if (line.kind === "assignment") add(line.name, line.value);
    else if (line.kind === "invalid") prints.add(fingerprint(line.text.trim()));
    else if (line.kind === "comment" && withComments) comments.push(line.text.replace(/^[\s#]+/, ""));
  });
  for (const { name, value } of assignmentsIn(comments.join("\n")))
    if (counts(name, value) && !isReference(value)) prints.add(partPrint(name, value));
  if (all.size > 0) prints.add(fingerprint([...all].sort().join("\n")));
}
