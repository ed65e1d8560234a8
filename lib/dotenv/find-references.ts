import { originalOffsets } from "./original-offsets";
import { eachLine } from "./parse";
import { isReference } from "./reference";

/** A variable whose value is meant as a reference, and where that value stands, with its quotes: offsets into the text. */
export type FoundReference = { line: number; name: string; value: string; from: number; to: number };

/** The references in .env text, in its order; malformed ones too. */
export function findReferences(text: string): FoundReference[] {
  // Most texts have none, and an editor asks after each key.
  if (!text.includes("svc://")) return [];
  const found: FoundReference[] = [];
  const originalAt = originalOffsets(text);
  eachLine(text, (line, span) => {
    if (line.kind !== "assignment" || !isReference(line.value)) return;
    const { name, value } = line;
    found.push({ line: line.line, name, value, from: originalAt(span.from), to: originalAt(span.to) });
  });
  return found;
}
