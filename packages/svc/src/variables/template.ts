import { isReference } from "../../../../lib/dotenv/reference";

/**
 * A `{{ svc://… }}` in a text: where it stands, from 0 on, and as people count, from 1 on. The reference is null if the
 * braces don't close on their line.
 */
export type Placeholder = { from: number; to: number; line: number; column: number; reference: string | null };

/** All placeholders of a text, in order. Whatever else stands between braces belongs to somebody else's templates. */
export function findPlaceholders(text: string): Placeholder[] {
  const found: Placeholder[] = [];
  let lineStart = 0;
  for (const [index, line] of text.split("\n").entries()) {
    for (let at = line.indexOf("{{"); at !== -1;) {
      const inside = line.slice(at + 2);
      const end = inside.indexOf("}}");
      const isOurs = isReference(inside.trimStart());
      const length = !isOurs ? 1 : end === -1 ? line.length - at : end + 4;
      if (isOurs)
        found.push({
          from: lineStart + at,
          to: lineStart + at + length,
          line: index + 1,
          // In characters, not in the units that JavaScript counts.
          column: [...line.slice(0, at)].length + 1,
          reference: end === -1 ? null : inside.slice(0, end).trim(),
        });
      at = line.indexOf("{{", at + length);
    }
    lineStart += line.length + 1;
  }
  return found;
}

/** The text with values in the places of its placeholders, in order. What values contain is not looked at again. */
export function fillIn(text: string, placeholders: readonly Placeholder[], values: readonly string[]): string {
  let kept = 0;
  const pieces = placeholders.map(({ from, to }, index) => {
    const piece = text.slice(kept, from) + (values[index] ?? "");
    kept = to;
    return piece;
  });
  return pieces.join("") + text.slice(kept);
}
