import { originalOffsets } from "./original-offsets";
import { eachLine } from "./parse";
import { quote } from "./serialize";

export type Replaced = {
  text: string;
  /** The lines of assignments whose new value the text can't hold. They keep the old one. */
  unwritable: number[];
};

/**
 * Gives assignments new values, by the line that each starts at. Everything outside the replaced values, with their
 * quotes, stays the same, byte for byte; npm dotenv and `util.parseEnv` read the new values exactly.
 */
export function replaceValues(text: string, values: ReadonlyMap<number, string>): Replaced {
  const pieces: string[] = [];
  const unwritable: number[] = [];
  const originalAt = originalOffsets(text);
  let kept = 0;
  eachLine(text, (line, span) => {
    const value = line.kind === "assignment" ? values.get(line.line) : undefined;
    if (value === undefined) return;
    const written = quote(value, "dotenv");
    if (written === null) return void unwritable.push(line.line);
    pieces.push(text.slice(kept, originalAt(span.from)), written);
    kept = originalAt(span.to);
  });
  pieces.push(text.slice(kept));
  return { text: pieces.join(""), unwritable };
}
