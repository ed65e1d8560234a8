import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../support/vaults/server";

const rows = readFileSync(path.join(projectRoot, "docs/asvs.md"), "utf8")
  .split("\n")
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")));

/** The tests in a cell: each file, and its titles after it in double quotes. */
const named = (proof: string) =>
  [...proof.matchAll(/`(tests\/[^`]+)`([^`]*)/g)].map(([, file = "", behind = ""]) => ({
    file,
    titles: [...behind.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title),
  }));

const read = (file: string) =>
  existsSync(path.join(projectRoot, file)) ? readFileSync(path.join(projectRoot, file), "utf8") : "";

test("each of the 253 requirements of ASVS 5.0 at level 2 appears once, with tests that exist or with its reason", () => {
  expect(rows).toHaveLength(253);
  expect(new Set(rows.map(([id]) => id)).size).toBe(253);
  for (const [id, , proof = ""] of rows) {
    const missing = named(proof).filter(({ file }) => read(file) === "");
    expect({ id, missing }).toEqual({ id, missing: [] });
    expect({
      id,
      said: named(proof).length > 0 || /^(does not apply|\*\*open\*\*|\*\*not tested\*\*): .+/.test(proof),
    }).toEqual({ id, said: true });
  }
});

test("each named test file has a title next to it, which is in that file word for word", () => {
  for (const [id, , proof = ""] of rows) {
    const untitled = named(proof)
      .filter(({ titles }) => titles.length === 0)
      .map(({ file }) => file);
    const unknown = named(proof).flatMap(({ file, titles }) =>
      titles.filter((title) => !read(file).includes(title)).map((title) => `${file}: ${title}`),
    );
    expect({ id, untitled, unknown }).toEqual({ id, untitled: [], unknown: [] });
  }
});

test("each named page exists, with the section in brackets after it", () => {
  const named = rows.flatMap(([id, , proof = ""]) =>
    [...proof.matchAll(/((?:docs\/[\w/-]+|SECURITY|README)\.md)(?: \(([^)]+)\))?/g)].map(
      ([, page = "", section = ""]) => ({ id, page, section }),
    ),
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter(({ page, section }) => !new RegExp(`^#+ ${section}`, "m").test(read(page)))).toEqual([]);
});
