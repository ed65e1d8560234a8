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
 * quotes around a value, if they can hold the new one. npm dotenv and `util.parseEnv` read the new values exactly.
 */
export function replaceValues(text: string, values: ReadonlyMap<number, string>): Replaced {
  const pieces: string[] = [];
  const unwritable: number[] = [];
  const originalAt = originalOffsets(text);
  let kept = 0;
  eachLine(text, (line, span) => {
    const value = line.kind === "assignment" ? values.get(line.line) : undefined;
    if (value === undefined) return;
    const [from, to] = [originalAt(span.from), originalAt(span.to)];
    const written = quotedLike(text.slice(from, to), value);
    if (written === null) return void unwritable.push(line.line);
    pieces.push(text.slice(kept, from), written);
    kept = to;
  });
  pieces.push(text.slice(kept));
  return { text: pieces.join(""), unwritable };
}

function quotedLike(former: string, value: string): string | null {
  const [mark = ""] = former;
  const isQuoted = former.length > 1 && former.endsWith(mark);
  return isQuoted && holdsBetween(mark, value) ? `${mark}${value}${mark}` : quote(value, "dotenv");
}
