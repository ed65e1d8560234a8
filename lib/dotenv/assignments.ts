import { eachLine } from "./parse";

/** A variable, the line that sets it, and its value as a reader of the text gets it. */
type TextAssignment = { name: string; line: number; value: string };

/** Every assignment in .env text, in its order. */
export function assignmentsIn(text: string): TextAssignment[] {
  const found: TextAssignment[] = [];
  eachLine(text, (line) => {
    if (line.kind === "assignment") found.push({ name: line.name, line: line.line, value: line.value });
  });
  return found;
}
