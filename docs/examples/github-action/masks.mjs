// Reads what `svc export --format github` prints, and prints the commands that mask its values. The log is masked by line: a mask
// for each line of each value that has 4 characters or more.
import { readFileSync } from "node:fs";

const lines = readFileSync(0, "utf8").split("\n");
const values = [];
for (let at = 0; at < lines.length; at++) {
  const [, delimiter] = /^\w+<<(.+)$/.exec(lines[at]) ?? [];
  if (delimiter === undefined) continue;
  const end = lines.indexOf(delimiter, at + 1);
  if (end === -1) throw new Error("This is no export in the format github: a value has no end.");
  values.push(...lines.slice(at + 1, end));
  at = end;
}
for (const line of new Set(values.map((value) => value.replace(/\r$/, "")))) {
  if (line.length < 4) continue;
  process.stdout.write(`::add-mask::${line.replaceAll("%", "%25").replaceAll("\r", "%0D")}\n`);
}
