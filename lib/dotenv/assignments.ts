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
 * The invalid lines that another reader may take for an assignment of a reference: npm dotenv allows names with `.` and `-`,
 * guesses where a quote ends, and goes on in the next line after a name or its `=`. The value is empty.
 */
export function unreadReferencesIn(text: string): TextAssignment[] {
  const found: TextAssignment[] = [];
  /** What the next line may go on with. */
  let begun = "";
  eachLine(text, (line) => {
    if (line.kind === "invalid") {
      let name: string | null = null;
      // npm dotenv makes several lines of one at each separator.
      for (const [index, part] of line.text.split(separators).entries()) {
        const joined = `${begun}${index > 0 ? " " : "\n"}${part}`;
        if (part.includes(scheme)) {
          name ??= nameIn(part) ?? nameIn(joined);
          begun = "";
        } else if (part.trim() === "=" && !begun.includes("=")) begun = joined;
        else if (part.trim() !== "") begun = part;
      }
      if (name !== null) found.push({ name, line: line.line, value: "" });
    } else if (line.kind === "assignment") begun = line.value === "" ? `${line.name}=` : "";
    else if (line.kind === "comment") begun = "";
  });
  return found;
}

/**
 * The name before the `=` or `:` that a reference follows, with or without a quote; null if none does. What no reader takes for a
 * name may be part of a value, and is not passed on.
 */
function nameIn(text: string): string | null {
  const at = text.indexOf(scheme);
  if (at === -1) return null;
  const isQuoted = [`'`, `"`, "`"].includes(text.charAt(at - 1));
  const before = text.slice(0, isQuoted ? at - 1 : at);
  const assigning = before.trimEnd();
  const sign = assigning.slice(-1);
  if (sign !== "=" && sign !== ":") return null;
  // After an `=`, only a quote may stand in a later line.
  if (sign === "=" && !isQuoted && before.includes("\n", assigning.length)) return null;
  const words = assigning.slice(0, -1).trim();
  const afterExport = words.startsWith("export") ? words.slice("export".length) : "";
  // A blank must follow: `exported` is a name.
  const bare = afterExport.trimStart() === afterExport ? words : afterExport.trimStart();
  return isReadName(bare) ? bare : null;
}
