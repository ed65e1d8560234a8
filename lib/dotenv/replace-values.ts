import { assignmentsIn } from "./assignments";
import { isBlankAfter } from "./node-blanks";
import { originalOffsets } from "./original-offsets";
import { eachLine } from "./parse";
import { holdsBetween, quote } from "./serialize";

export type Replaced = {
  text: string;
  /** The lines of assignments whose new value the text can't hold. They keep the old one. */
  unwritable: number[];
};

/**
 * Gives assignments new values, by the line that each starts at. Everything else stays the same, byte for byte: also the
 * quotes around a value, if they can hold the new one. npm dotenv and `util.parseEnv` read the new values exactly, unless
 * blanks before them mislead parseEnv (`misleadingNode`).
 */
export function replaceValues(text: string, values: ReadonlyMap<number, string>): Replaced {
  const unwritable: number[] = [];
  const replaced = replaceWritten(text, (line, former, end) => {
    const value = values.get(line);
    const written = value === undefined ? undefined : writtenLike(former, value, isBlankAfter(text, end));
    if (written === null) unwritable.push(line);
    return written ?? undefined;
  });
  return { text: replaced, unwritable };
}

/**
 * Puts other texts in the places of values, with their quotes. `replacement` gets the line that an assignment starts at, its
 * value as it is written, and where that ends in the text; undefined leaves it as it is.
 */
export function replaceWritten(
  text: string,
  replacement: (line: number, former: string, end: number) => string | undefined,
): string {
  const pieces: string[] = [];
  const originalAt = originalOffsets(text);
  let kept = 0;
  eachLine(text, (line, span) => {
    if (line.kind !== "assignment") return;
    const [from, to] = [originalAt(span.from), originalAt(span.to)];
    const written = replacement(line.line, text.slice(from, to), to);
    if (written === undefined) return;
    pieces.push(text.slice(kept, from), written);
    kept = to;
  });
  pieces.push(text.slice(kept));
  return pieces.join("");
}

/** How a value is written where a reference or another value stood; null if the place can't hold it, whatever stood there. */
export function writtenLike(former: string, value: string, isBlankAfterIt: boolean): string | null {
  const [mark = ""] = former;
  const isQuoted = former.length > 1 && former.endsWith(mark);
  if (isQuoted && holdsBetween(mark, value)) return `${mark}${value}${mark}`;
  const written = quote(value, "dotenv");
  if (!isBlankAfterIt || written !== value) return written;
  return holdsBetween("'", value) ? `'${value}'` : null;
}

/**
 * The line of the first assignment that a reader of the replaced text does not get with the value that was meant; null if there
 * is none. A quote that was open in an earlier line may end at one that a new value brings.
 */
export function firstMisread(text: string, replaced: string, values: ReadonlyMap<number, string>): number | null {
  const read = assignmentsIn(replaced);
  const meant = assignmentsIn(text).find(
    ({ line, name, value }, index) => read[index]?.name !== name || read[index].value !== (values.get(line) ?? value),
  );
  return meant?.line ?? null;
}
