import { execFileSync } from "node:child_process";
import {
  closeSync,
  constants,
  lstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished, test, expect } from "vitest";
import { writePrivately } from "../../../packages/svc/src/written-file";

function aFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "written-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("a file is replaced by one that only its owner can read", () => {
  const file = path.join(aFolder(), "values.env");
  writeFileSync(file, "former", { mode: 0o644 });
  writePrivately(file, "A=1\n");
  expect(readFileSync(file, "utf8")).toBe("A=1\n");
  expect(lstatSync(file).mode & 0o777).toBe(0o600);
});

test("a pipe gets the text, and stays a pipe", () => {
  const pipe = path.join(aFolder(), "pipe");
  execFileSync("mkfifo", [pipe]);
  const reader = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(reader));
  writePrivately(pipe, "A=1\n");
  expect(lstatSync(pipe).isFIFO()).toBe(true);
  const read = Buffer.alloc(10);
  expect(read.subarray(0, readSync(reader, read)).toString()).toBe("A=1\n");
});

test.runIf(process.platform === "linux")(
  "what leads to a descriptor, as /dev/stdout does, is written to and stays",
  () => {
    const folder = aFolder();
    const [file, link] = [path.join(folder, "out"), path.join(folder, "stdout")] as const;
    const descriptor = openSync(file, "w");
    onTestFinished(() => closeSync(descriptor));
    symlinkSync(`/proc/self/fd/${descriptor}`, link);
    writePrivately(link, "A=1\n");
    writePrivately(`/proc/self/fd/${descriptor}`, "B=2\n");
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(file, "utf8")).toBe("A=1\nB=2\n");
  },
);
