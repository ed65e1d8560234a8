import { execFileSync } from "node:child_process";
import { closeSync, constants, lstatSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeOutput } from "../../packages/svc/src/written-file";

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
