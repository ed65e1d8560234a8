import { closeSync, lstatSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { writeOutput, writePrivately } from "../../../packages/svc/src/written-file";

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

describe.runIf(process.platform === "linux")("of what leads elsewhere", () => {
  function anOpenFile() {
    const folder = aFolder();
    const descriptor = openSync(path.join(folder, "out"), "w");
    onTestFinished(() => closeSync(descriptor));
    return { folder, descriptor, written: () => readFileSync(path.join(folder, "out"), "utf8") };
  }

  test("a descriptor gets the text", () => {
    const { descriptor, written } = anOpenFile();
    writeOutput(`/proc/self/fd/${descriptor}`, "A=1\n");
    writeOutput(`/dev/fd/${descriptor}`, "B=2\n");
    expect(written()).toBe("A=1\nB=2\n");
  });

  test.each<[string, (out: { folder: string; descriptor: number }) => string]>([
    ["a descriptor", ({ descriptor }) => `/proc/self/fd/${descriptor}`],
    ["/dev/stdout", () => "/dev/stdout"],
    ["a file by /proc", ({ folder }) => `/proc/self/root${folder}/out`],
  ])("a link to %s, which a repository may bring along, is replaced", (_, leadsTo) => {
    const { folder, descriptor, written } = anOpenFile();
    const link = path.join(folder, ".env");
    for (const write of [writePrivately, writeOutput]) {
      rmSync(link, { force: true });
      symlinkSync(leadsTo({ folder, descriptor }), link);
      write(link, "A=1\n");
      expect([lstatSync(link).isFile(), lstatSync(link).mode & 0o777]).toEqual([true, 0o600]);
    }
    expect(written()).toBe("");
  });
});
