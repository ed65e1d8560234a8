import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { countOfVitest } from "../../scripts/checks/test-reports.mjs";
import { projectRoot } from "../support/vaults/server";

/**
 * A run of two projects, one of which can't set up what its tests need. Below the repository, whose packages it uses.
 */
function runOfTwo(): { status: number | null; report: object } {
  mkdirSync(path.join(projectRoot, "test-results"), { recursive: true });
  const folder = mkdtempSync(path.join(projectRoot, "test-results/run-"));
  const support = (name: string) => JSON.stringify(path.join(projectRoot, "tests/support", name));
  const files = {
    "vitest.config.mjs": `const project = (name, more) => ({ test: { name, include: ["one.test.mjs"], ...more } });
      export default { test: { projects: [project("whole", { include: ["*.test.mjs"] }), project("lost", { globalSetup: ["./setup.mjs"], setupFiles: [${support("vaults/needs-setup.ts")}] })] } };`,
    "setup.mjs": `import { setUp } from ${support("setup-fault.ts")};
      export default (project) => setUp(project, () => Promise.reject(new Error("no database here")));`,
    "one.test.mjs": `import { test } from "vitest";
      test("first", () => {});
      test("second", () => {});`,
    "broken.test.mjs": `throw new Error("not to be loaded");`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  try {
    const { status } = spawnSync(
      process.execPath,
      [
        path.join(projectRoot, "node_modules/vitest/vitest.mjs"),
        "run",
        "--root",
        folder,
        "--reporter=json",
        "--outputFile=report.json",
      ],
      { cwd: folder, env: { PATH: process.env.PATH ?? "", NODE_ENV: "test" } },
    );
    return { status, report: JSON.parse(readFileSync(path.join(folder, "report.json"), "utf8")) as object };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("a project with missing prerequisites fails only its own tests: each counts as failed, as does a file that can't be loaded, and one line says why", () => {
  const { status, report } = runOfTwo();
  expect(status).toBe(1);
  expect(countOfVitest(report)).toEqual({
    passed: 2,
    failed: 3,
    names: expect.arrayContaining([
      expect.stringMatching(
        /one\.test\.mjs \(2 tests\)\nWhat the tests of lost need could not be made: no database here/,
      ),
      expect.stringMatching(/broken\.test\.mjs \(0 tests\)\nnot to be loaded/),
    ]) as string[],
  });
});
