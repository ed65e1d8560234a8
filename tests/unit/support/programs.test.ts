import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { findProgram, programNames } from "../../../scripts/checks/programs.mjs";
import { projectRoot } from "../../support/vaults/server";

const tests = path.join(projectRoot, "tests");
const named = readdirSync(tests, { recursive: true })
  .map(String)
  .filter((file) => /\.ts$/.test(file) && !file.startsWith("bench"))
  .flatMap((file) => [
    ...readFileSync(path.join(tests, file), "utf8").matchAll(
      /(?<![.\w])(?:findProgram|installedPrograms|has)\(("[^)]*)\)/g,
    ),
  ])
  .flatMap(([, names = ""]) => [...names.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name));

test("every program without which tests are left out is among those that npm test names when they are missing", () => {
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !programNames.includes(name))).toEqual([]);
});

test("a program that is not among them can't be looked up, however its name is written", () => {
  expect(() => findProgram(`no such program`)).toThrow("scripts/checks/programs.mjs does not list no such program");
});
