import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../support/server";

const rows = readFileSync(path.join(projectRoot, "docs/asvs.md"), "utf8").split("\n").filter((line) => /^\| \d/.test(line)).map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")));

test("each of the 253 requirements of ASVS 5.0 at level 2 stands once, with tests that exist or with its reason", () => {
  expect(rows).toHaveLength(253);
  expect(new Set(rows.map(([id]) => id)).size).toBe(253);
  for (const [id, , proof = ""] of rows) {
    const files = [...proof.matchAll(/`(tests\/[^`]+)`/g)].map(([, file]) => file ?? "");
    expect({ id, missing: files.filter((file) => !existsSync(path.join(projectRoot, file))) }).toEqual({ id, missing: [] });
    expect({ id, said: files.length > 0 || /^(does not apply: .+|\*\*open\*\*: .+|\[SECURITY\.md\])/.test(proof) }).toEqual({ id, said: true });
  }
});
