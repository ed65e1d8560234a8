import { execFileSync } from "node:child_process";
import { closeSync, constants, lstatSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { scan } from "../../packages/svc/src/commands/scan";
import { writeOutput } from "../../packages/svc/src/written-file";
import { callOf } from "../support/programs/svc-call";

test("as the output, a pipe gets the text, and stays a pipe", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "written-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const pipe = path.join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const reader = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(reader));
  writeOutput(pipe, "A=1\n");
  expect(lstatSync(pipe).isFIFO()).toBe(true);
  const read = Buffer.alloc(10);
  expect(read.subarray(0, readSync(reader, read)).toString()).toBe("A=1\n");
});

test("svc scan looks into no pipe: one that is named is refused, and one in a folder passed over", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "scanned-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const pipe = path.join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  for (const named of [pipe, "/dev/null"])
    expect(await callOf(scan, { args: [folder, named] })).toEqual({
      code: 2,
      said: `${named} is neither a file nor a folder: use - and give it on standard input.`,
      stdout: "",
      stderr: "",
    });
  const nothing = () => Promise.resolve([]);
  const exportVariables = () => Promise.resolve({ variables: [], skipped: [] });
  const vault = { exportVariables, listEntries: nothing, listEnvProjects: nothing };
  expect(await callOf(scan, { args: [folder], vault })).toMatchObject({ code: 0 });
});
