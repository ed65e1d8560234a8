import { originalOffsets } from "./original-offsets";
import { eachLine } from "./parse";
import { isReference } from "./reference";

/** A variable, its value, and where that stands, with its quotes: offsets into the text. */
type FoundAssignment = { line: number; name: string; value: string; from: number; to: number };

/** One whose value is meant as a reference; it may be malformed. */
export type FoundReference = FoundAssignment;

/** The references in .env text, in its order. */
export function findReferences(text: string): FoundReference[] {
  // Most texts have none, and an editor asks after each key.
  return text.includes("svc://") ? findAssignments(text, isReference) : [];
}

/** The assignments in .env text, in its order, of the values that are wanted. */
export function findAssignments(text: string, isWanted: (value: string) => boolean = () => true): FoundAssignment[] {
  const found: FoundAssignment[] = [];
  const originalAt = originalOffsets(text);
  eachLine(text, (line, span) => {
    if (line.kind !== "assignment" || !isWanted(line.value)) return;
    const { name, value } = line;
    found.push({ line: line.line, name, value, from: originalAt(span.from), to: originalAt(span.to) });
  });
  return found;
}
