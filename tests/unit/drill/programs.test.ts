import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { missingPackages, withoutServices } from "../../../scripts/drill/programs.mjs";

let folder = "";
let file = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "policy-"));
  file = path.join(folder, "policy-rc.d");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("what is missing is named without a version of PostgreSQL, and with what makes networks", () => {
  const all = missingPackages({ isThere: () => false, hasPostgresql: false });
  expect(all).toContain("postgresql");
  expect(all).toContain("iproute2");
  expect(missingPackages({ isThere: () => true, hasPostgresql: true })).toEqual([]);
});

test("while packages are installed, a policy forbids services to start; then it is gone, also after a failure", () => {
  const during = withoutServices(() => {
    expect(statSync(file).mode & 0o111).toBe(0o111);
    return readFileSync(file, "utf8");
  }, file);
  expect(during).toBe("#!/bin/sh\nexit 101\n");
  expect(existsSync(file)).toBe(false);
  expect(() =>
    withoutServices(() => {
      throw new Error("apt-get");
    }, file),
  ).toThrow("apt-get");
  expect(existsSync(file)).toBe(false);
});

test("a policy that is there already stays as it is", () => {
  writeFileSync(file, "exit 0\n");
  expect(withoutServices(() => readFileSync(file, "utf8"), file)).toBe("exit 0\n");
  expect(readFileSync(file, "utf8")).toBe("exit 0\n");
});
