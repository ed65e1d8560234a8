import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { ensurePrograms, findProgram, programNames } from "../../../scripts/checks/programs.mjs";
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

/** Knows no package age, and brings the others. */
const aptGet = `#!/bin/sh
here=$(PATH=/usr/bin:/bin dirname "$0")
echo "$*" >> "$here/asked"
[ "$1" = update ] && exit 0
for package in "$@"; do [ "$package" = age ] && exit 100; done
for package in "$@"; do PATH=/usr/bin:/bin cp /bin/sh "$here/$package"; done
`;

test("a package that the distribution lacks keeps no other from being installed, after one update for all", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "programs-"));
  try {
    writeFileSync(path.join(folder, "apt-get"), aptGet, { mode: 0o755 });
    for (const name of ["sh", "timeout"]) symlinkSync(fileOnPath(name), path.join(folder, name));
    vi.stubEnv("PATH", folder);
    vi.stubEnv("CI", "true");
    vi.spyOn(process, "getuid").mockReturnValue(0);
    const missing = ensurePrograms();
    expect(missing).toContain("age");
    expect(missing).not.toContain("zsh");
    expect(missing).not.toContain("fish");
    const asked = readFileSync(path.join(folder, "asked"), "utf8").trim().split("\n");
    expect(asked.filter((line) => line.startsWith("update"))).toHaveLength(1);
    expect(asked.filter((line) => / age$/.test(line))).toHaveLength(1);
  } finally {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  }
});

function fileOnPath(name: string): string {
  const file = (process.env.PATH ?? "")
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((candidate) => existsSync(candidate));
  if (file === undefined) throw new Error(`${name} is not on PATH`);
  return file;
}
