// npm run recheck: lets recheck analyse every regular expression that it has not passed before, and stores its verdicts
// in a file that a test compares with the sources. Fails if a hostile text can slow an expression down, unless the file
// gives a reason.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { regularExpressions } from "./regular-expressions.mjs";
import { root, run, setup } from "../setup.mjs";

const home = path.join(root, "tests/recheck");
const file = path.join(root, "tests/unit/regular-expressions/verdicts.json");

await setup({ tools: true });
if (!existsSync(path.join(home, "node_modules/recheck")))
  run("npm", ["ci", "--omit=optional", "--prefix", home], { what: "Installing recheck" });
process.env.RECHECK_BACKEND = "pure";
const { checkSync } = createRequire(path.join(home, "package.json"))("recheck");
const before = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};

const verdicts = {};
for (const [text, where] of [...regularExpressions()].sort(([a], [b]) => (a < b ? -1 : 1))) {
  if (before[text]) {
    verdicts[text] = before[text];
    continue;
  }
  const end = text.lastIndexOf("/");
  const { status, complexity } = checkSync(text.slice(1, end), text.slice(end + 1), {
    timeout: Number(process.env.RECHECK_TIMEOUT_MS ?? 20_000),
  });
  if (status === "safe") verdicts[text] = `safe: ${complexity.summary}`;
  else process.stdout.write(`${status} ${complexity?.summary ?? ""}  ${where}  ${text}\n`);
}
writeFileSync(file, `${JSON.stringify(verdicts, null, 2)}\n`);
const open = regularExpressions().size - Object.keys(verdicts).length;
process.stdout.write(
  open === 0 ? `${Object.keys(verdicts).length} regular expressions, each of them safe\n` : `${open} are not safe\n`,
);
process.exitCode = open === 0 ? 0 : 1;
