import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { tried } from "../../scripts/build/compile-cache.mjs";

/** How the build's try of the pages ends whose process answers with this status and does this when it is told to write. */
function outcome(status: number, write: string): Promise<unknown> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "svc-tried-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = path.join(folder, "pages.mjs");
  writeFileSync(
    program,
    `import { createServer } from "node:http";
    process.once("disconnect", () => process.exit());
    process.once("message", () => { ${write} });
    createServer((_, answer) => { answer.statusCode = ${status}; answer.end(); })
      .listen(process.argv[3], () => process.send({ event: "listening" }));`,
  );
  return tried(path.join(folder, "vault"), path.join(folder, "pages"), { program, config: {} }).then(
    () => "tried",
    (error: Error) => error.message,
  );
}

const written = 'process.send({ event: "written" });';

test("pages that answer are tried once what V8 made of them is written", async () => {
  expect(await outcome(200, written)).toBe("tried");
  expect(await outcome(307, written)).toBe("tried");
});

test("a page that fails ends the build, which names it", async () => {
  expect(await outcome(500, written)).toMatch(
    /^The pages that were built don't answer: \/(login|register|vault) answers 500/,
  );
});

test("the build tells why the cache was not written, and not that the pages don't start", async () => {
  const fault = 'process.send({ event: "fault", fault: "ENOSPC" }); process.exitCode = 1; process.disconnect();';
  expect(await outcome(200, fault)).toBe(`What V8 made of the pages can't be kept: "ENOSPC".`);
  expect(await outcome(200, "process.disconnect();")).toBe(
    "What V8 made of the pages can't be kept: no fault was told.",
  );
});
