import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../support/vaults/server";

const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

/** The packages that a script and what it imports need before their first line runs. `await import` may come after an install. */
function packagesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const names = [...read(file).matchAll(/^(?:import|export)(?: [\w*{}\s,$]+ from)? "([^"]+)";/gm)].map(
    ([, name = ""]) => name,
  );
  return names.flatMap((name) => {
    if (name.startsWith("node:")) return [];
    if (!name.startsWith(".")) return [name];
    const imported = path.join(path.dirname(file), name);
    return existsSync(path.join(projectRoot, imported)) ? packagesOf(imported, seen) : [imported];
  });
}

/** What a command runs that a clean clone lacks: packages that a script imports at once, programs that packages bring. */
const neededBy = (command: string) => {
  const [, file] = /^(?:[A-Z_]+=\S+ )*(?:exec )?node (\S+)/.exec(command) ?? [];
  if (file !== undefined) return packagesOf(file);
  return /^npm run /.test(command) ? [] : [command];
};

test.each(Object.entries(scripts))(
  "npm run %s needs nothing in a clean clone that it has not installed before",
  (_, script) => {
    const commands = script.split(" && ");
    const installs = commands.findIndex((command) => /^node scripts\/(?:setup|build)\.mjs\b/.test(command));
    const before = installs < 0 ? commands : commands.slice(0, installs + 1);
    expect(before.flatMap(neededBy)).toEqual([]);
  },
);

test("what a script imports at once is found through others", () => {
  expect([...new Set(packagesOf("scripts/drill.mjs"))]).toEqual(["pg"]);
  expect(packagesOf("scripts/checks/recheck.mjs")).toEqual(["typescript"]);
});
