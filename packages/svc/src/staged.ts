import { spawnSync } from "node:child_process";
import { Failure } from "./failure";

/** A stretch of lines that a commit would add. */
export type Hunk = { file: string; firstLine: number; text: string };

/** What is staged and new, by git's own account. */
export function stagedHunks(): Hunk[] {
  const { status, stdout, error } = spawnSync("git", ["-c", "core.quotePath=false", "diff", "--cached", "--unified=0", "--no-color", "--no-ext-diff", "--no-textconv", "--text", "--src-prefix=a/", "--dst-prefix=b/"], { encoding: "utf8", maxBuffer: 2 ** 30 });
  if (error || status !== 0) throw new Failure("refused", error ? "git is not installed here." : "This is no git repository.");
  return hunksOf(stdout);
}

export function hunksOf(diff: string): Hunk[] {
  const hunks: Hunk[] = [];
  let file = "";
  // Inside a hunk, a line that looks like a header is content: its header says how many lines there are.
  let [removed, added] = [0, 0];
  for (const line of diff.split("\n")) {
    const header = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (removed + added === 0 && header) {
      [removed, added] = [Number(header[1] ?? 1), Number(header[3] ?? 1)];
      if (added > 0) hunks.push({ file, firstLine: Number(header[2]), text: "" });
    } else if (removed + added === 0 && line.startsWith("+++ ")) file = line.slice(4).replace(/^"?b\/|"$/g, "");
    else if (line.startsWith("-") && removed > 0) removed -= 1;
    else if (line.startsWith("+") && added > 0) {
      added -= 1;
      const last = hunks.at(-1);
      if (last) last.text += `${line.slice(1)}\n`;
    }
  }
  return hunks;
}
