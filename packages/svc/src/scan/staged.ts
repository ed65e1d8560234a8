import { spawnSync } from "node:child_process";
import { CliError } from "../cli-error";

/** A run of lines, one byte per character. Without a file it is not part of a diff. */
export type Hunk = { file: string | null; firstLine: number; text: string };

/** The staged additions, according to git. */
export function stagedHunks(): Hunk[] {
  const { status, stdout, error } = spawnSync(
    "git",
    [
      "-c",
      "core.quotePath=false",
      // Otherwise what lies outside of the current folder might be left out. Git before 2.28 knows no --no-relative.
      "-c",
      "diff.relative=false",
      "diff",
      "--cached",
      "--unified=0",
      "--no-color",
      "--no-ext-diff",
      "--no-textconv",
      "--text",
      "--src-prefix=a/",
      "--dst-prefix=b/",
    ],
    { encoding: "latin1", maxBuffer: 2 ** 30 },
  );
  if (error || status !== 0)
    throw new CliError("refused", error ? "git is not installed here." : "This is not a git repository.");
  return hunksOf(stdout).filter(({ file }) => file !== null);
}

/**
 * A diff's additions by file and line; lines outside hunks are included separately, so that nothing goes unchecked
 * because of its form.
 */
export function hunksOf(input: string): Hunk[] {
  const hunks: Hunk[] = [];
  let next = 0;
  const take = (file: string | null, line: number, text: string) => {
    const last = hunks.at(-1);
    if (last?.file === file && line === next) last.text += `${text}\n`;
    else hunks.push({ file, firstLine: line, text: `${text}\n` });
    next = line + 1;
  };
  let file = "";
  // Inside a hunk, a line that looks like a header is content: its header says how many lines there are.
  let [removed, added, line] = [0, 0, 0];
  for (const [index, text] of input.split("\n").entries()) {
    const inside = removed + added > 0;
    const header = inside ? null : /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(text);
    if (header) [removed, added, line] = [Number(header[1] ?? 1), Number(header[3] ?? 1), Number(header[2])];
    else if (added > 0 && text.startsWith("+")) {
      take(file, line, text.slice(1));
      [added, line] = [added - 1, line + 1];
    } else if (removed > 0 && text.startsWith("-")) removed -= 1;
    // Some mailers and settings strip the space from an empty line.
    else if (removed > 0 && added > 0 && (text.startsWith(" ") || text === ""))
      [removed, added, line] = [removed - 1, added - 1, line + 1];
    else if (!inside || !text.startsWith("\\ ")) {
      [removed, added] = [0, 0];
      if (text.startsWith("+++ ")) file = fileIn(text);
      take(null, index + 1, text);
    }
  }
  return hunks;
}

/** Git puts a tab after a name with spaces, and quotes one with anything odder. */
function fileIn(header: string): string {
  const [name = ""] = header.slice(4).split("\t", 1);
  return Buffer.from(name.replace(/^"?b\/|"$/g, ""), "latin1").toString("utf8");
}
