import { isVariableName } from "./name";
import { assignment, comment, isRepresentable, type LineDialect } from "./serialize";

/**
 * The line dialects, and two more:
 * - `json`: one object, a member a line; a repeated name is written again, and readers take the last, as those of .env text do;
 * - `github`: what a GitHub Actions step appends to $GITHUB_ENV, each value between delimiters that nobody can foresee.
 */
export type Dialect = LineDialect | "json" | "github";

/** A comment, or a variable. `json` and `github` hold no comments: there, they are left out. */
export type Item = { comment: string } | { name: string; value: string };

/**
 * A whole text in a dialect, its lines in the order of the items. What the dialect can't hold is not written: its name
 * is among the `refused`, and in a comment where the dialect has those. Throws RangeError on what is no variable name.
 */
export function serialize(items: readonly Item[], dialect: Dialect): Document {
  const steps = serializing(items, dialect);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

export type Document = { text: string; refused: string[] };

/** The same, with a yield behind every hundredth item: for who may not be busy for so long at once. */
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

/** The runner refuses to set its own variables, and NODE_OPTIONS, from a file (docs.github.com, "Default environment variables"). */
const githubNames = /^(GITHUB_.*|RUNNER_.*|NODE_OPTIONS)$/i;

function githubVariable(name: string, value: string): string | null {
  // On Windows the runner takes CR LF for one line end.
  if (!isRepresentable(value) || githubNames.test(name) || value.endsWith("\r")) return null;
  // 128 random bits: a value that knew its delimiter could set any variable of the job.
  const delimiter = `svc_end_${[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  return `${name}<<${delimiter}\n${value}\n${delimiter}`;
}
