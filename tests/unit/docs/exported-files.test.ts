import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { commands } from "../../../packages/svc/src/commands";

const root = path.resolve(import.meta.dirname, "../../..");

/** A shell makes a file that everybody may read, and leaves half of one behind. `svc export -o` does neither. */
const redirected = /\bsvc export\b[^\n|;&`)]*>[^\n]*/g;

/** A job's environment file is there already, and only its runner reads it. */
const redirectionsIn = (text: string) => (text.match(redirected) ?? []).filter((line) => !line.includes("$GITHUB_ENV"));

const examples = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));

test("no example redirects what svc exports into a file", async () => {
  // docs/licences.md and the decisions are no examples.
  const files = [
    "README.md",
    "SECURITY.md",
    "docs/scripts.md",
    "packages/client/README.md",
    ...["docs/examples", "docs/formats", "docs/operate", "deploy"].flatMap(examples),
  ];
  const found = files.flatMap((file) =>
    redirectionsIn(readFileSync(path.join(root, file), "utf8")).map((line) => `${file}: ${line}`),
  );
  for (const [name, { load }] of Object.entries(commands))
    found.push(...redirectionsIn((await load()).examples.join("\n")).map((line) => `svc ${name} --help: ${line}`));
  expect(found).toEqual([]);
  expect(redirectionsIn('svc export > .env\nsvc export --format github >> "$GITHUB_ENV"')).toEqual([
    "svc export > .env",
  ]);
});
