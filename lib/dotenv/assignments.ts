import { eachLine, isReadName, separators } from "./parse";
import { scheme } from "./reference";

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

/**
 * The invalid lines that another reader may take for an assignment of a reference: npm dotenv allows names with `.` and `-`, and
 * guesses where a quote ends. The value is empty.
 */
export function unreadReferencesIn(text: string): TextAssignment[] {
  const found: TextAssignment[] = [];
  eachLine(text, (line) => {
    const name = line.kind === "invalid" ? nameBeforeReference(line.text) : null;
    if (name !== null) found.push({ name, line: line.line, value: "" });
  });
  return found;
}

/** In a line, of which npm dotenv makes several at each separator. */
const nameBeforeReference = (line: string): string | null =>
  line
    .split(separators)
    .map(nameIn)
    .find((name) => name !== null) ?? null;

/**
 * The name before the `=` or `:` that a reference follows, with or without a quote; null if none does. What no reader takes for a
 * name may be part of a value, and is not passed on.
 */
function nameIn(text: string): string | null {
  const at = text.indexOf(scheme);
  if (at === -1) return null;
  const before = text.slice(0, at).trim();
  const assigning = [`'`, `"`, "`"].includes(before.slice(-1)) ? before.slice(0, -1).trim() : before;
  if (!["=", ":"].includes(assigning.slice(-1))) return null;
  const words = assigning.slice(0, -1).trim();
  const afterExport = words.startsWith("export") ? words.slice("export".length) : "";
  // A blank must follow: `exported` is a name.
  const bare = afterExport.trimStart() === afterExport ? words : afterExport.trimStart();
  return isReadName(bare) ? bare : null;
}
