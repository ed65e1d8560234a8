import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { diff } from "../../../../packages/svc/src/commands/diff";
import { callOf } from "../../../support/programs/svc-call";

function aFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "diff-"));
  vi.spyOn(process, "cwd").mockReturnValue(folder);
  onTestFinished(() => {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });
  return folder;
}

/** A vault in which each of these places has one variable, and what svc asked it for. */
function aVault(places: Record<string, string>) {
  const asked: unknown[] = [];
  return {
    asked,
    exportVariables: (selection: { project?: string; env?: string }) => {
      asked.push(selection);
      const value = places[[selection.project, selection.env].filter(Boolean).join(":")];
      return Promise.resolve({ variables: value === undefined ? [] : [{ name: "A", value }], skipped: [] });
    },
  };
}

test("a project's name may have a slash", async () => {
  const folder = aFolder();
  // A folder of that name is not a file.
  mkdirSync(path.join(folder, "acme/web"), { recursive: true });
  const { asked, exportVariables } = aVault({ "acme/web:staging": "1", "acme/web": "2" });
  const vault = { exportVariables };
  expect(await callOf(diff, { args: ["acme/web:staging", "acme/web"], vault })).toMatchObject({
    code: 1,
    stdout: "  ~ A\n",
  });
  expect(asked).toEqual([{ project: "acme/web", env: "staging" }, { project: "acme/web" }]);
});

test.each([
  ["ENOTDIR", "package.json/web"],
  ["ELOOP", "loop/web"],
  ["ENAMETOOLONG", `${"x".repeat(300)}/web`],
])("what the system can't look up is no file, so it is a project (%s)", async (_, name) => {
  const folder = aFolder();
  writeFileSync(path.join(folder, "package.json"), "{}");
  symlinkSync("loop", path.join(folder, "loop"));
  const { exportVariables } = aVault({ web: "1", [name]: "1" });
  expect(await callOf(diff, { args: ["web", name], vault: { exportVariables } })).toMatchObject({ code: 0 });
});

test("a path begins with a dot, a slash, ~ or a drive, or has a slash and is there", async () => {
  const folder = aFolder();
  const vault = { exportVariables: aVault({ web: "1" }).exportVariables };
  mkdirSync(path.join(folder, "apps"));
  const file = path.join(folder, "apps/prod.env");
  writeFileSync(file, "A=1\n");
  expect(await callOf(diff, { args: ["web", file], vault })).toMatchObject({ code: 0 });
  for (const missing of ["./none", "../none.env", "/none/at/all", "~/none.env", "C:\\none.env", "c:/none.env"])
    expect(await callOf(diff, { args: ["web", missing], vault })).toMatchObject({
      code: 2,
      said: `There is no file ${missing}.`,
    });
  expect(await callOf(diff, { args: ["web", "apps/none.env"], vault })).toMatchObject({
    said: "No entry is in apps/none.env, and there is no such file: svc ls lists projects and environments.",
  });
  expect(await callOf(diff, { args: ["web", "none"], vault })).toMatchObject({
    said: "No entry is in none: svc ls lists projects and environments.",
  });
});

test("a variable that two entries set is told with what svc diff takes", async () => {
  const twice = { name: "A", value: "1" };
  const vault = { exportVariables: () => Promise.resolve({ variables: [twice, twice], skipped: [] }) };
  expect(await callOf(diff, { args: ["billing", "billing"], vault })).toMatchObject({
    said: "More than one entry sets A (billing): name one as PROJECT:ENV.",
  });
});
