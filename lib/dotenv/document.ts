import { isVariableName } from "./name";
import { assignment, comment, isRepresentable, type LineDialect } from "./serialize";

/**
 * The line dialects, and two more:
 * - `json`: one object, one member per line. A repeated name is written again; readers take the last one, as in .env
 *   text;
 * - `github`: the text that a GitHub Actions step appends to $GITHUB_ENV, with unpredictable delimiters around each
 *   value.
 */
export type Dialect = LineDialect | "json" | "github";

/** A comment, or a variable. `json` and `github` have no comments and leave them out. */
export type Item = { comment: string } | { name: string; value: string };

/**
 * A whole text in a dialect, with lines in the order of the items. A variable that the dialect can't express is left
 * out: `refused` has its name, and so does a comment, if the dialect has comments. Throws RangeError if a name is not a
 * variable name.
 */
export function serialize(items: readonly Item[], dialect: Dialect): Document {
  const steps = serializing(items, dialect);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

export type Document = { text: string; refused: string[] };

/** The same, but yields after every hundredth item, for callers that must not block for so long. */
export function* serializing(items: readonly Item[], dialect: Dialect): Generator<void, Document> {
  const [lines, refused]: [string[], string[]] = [[], []];
  for (const [index, item] of items.entries()) {
    if (index % 100 === 99) yield;
    if ("comment" in item) {
      if (hasComments(dialect)) lines.push(comment(item.comment));
      continue;
    }
    const written = variable(item.name, item.value, dialect);
    if (written !== null) {
      lines.push(written);
      continue;
    }
    refused.push(item.name);
    if (hasComments(dialect))
      lines.push(
        comment(
          `skipped: ${item.name} holds characters that the format ${dialect} can't, or is a name of its reader's own`,
        ),
      );
  }
  if (dialect === "json")
    return { text: lines.length === 0 ? "{}\n" : `{\n${lines.map((line) => `  ${line}`).join(",\n")}\n}\n`, refused };
  return { text: lines.map((line) => `${line}\n`).join(""), refused };
}

const hasComments = (dialect: Dialect): dialect is LineDialect => dialect !== "json" && dialect !== "github";

function variable(name: string, value: string, dialect: Dialect): string | null {
  if (hasComments(dialect)) return assignment(name, value, dialect);
  if (!isVariableName(name))
    throw new RangeError("Not a variable name: letters, digits and underscores, no digit first.");
  if (dialect === "json") return value.isWellFormed() ? `${JSON.stringify(name)}: ${JSON.stringify(value)}` : null;
  return githubVariable(name, value);
}

/**
 * The runner does not accept its own variables, or NODE_OPTIONS, from a file (docs.github.com, "Default environment
 * variables").
 */
const githubNames = /^(GITHUB_.*|RUNNER_.*|NODE_OPTIONS)$/i;

function githubVariable(name: string, value: string): string | null {
  // On Windows, the runner treats CR LF as one line break.
  if (!isRepresentable(value) || githubNames.test(name) || value.endsWith("\r")) return null;
  // 128 random bits: a value that could predict its delimiter could set any variable of the job.
  const delimiter = `svc_end_${[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  return `${name}<<${delimiter}\n${value}\n${delimiter}`;
}
