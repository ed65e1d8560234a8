import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seed } from "../../bench/seeds/seed";
import { projectRoot } from "../../support/vaults/server";

let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), "vault-memory-"));
  await seed(dataDir, { one: { entries: 20_000, past: true } });
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** What V8's other threads clear up comes as late as the machine is busy, which would be measured too. */
const cleaning = "--single-threaded-gc";

/** The most resident memory of a command in MB (10^6 bytes), as the kernel noted it. */
async function peakOf(...command: string[]): Promise<number> {
  const child = spawn(process.execPath, [cleaning, path.join(projectRoot, "scripts/admin.mjs"), ...command], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", VAULT_DATA_DIR: dataDir },
    stdio: "ignore",
  });
  let peak = 0;
  const timer = setInterval(() => {
    try {
      peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? peak);
    } catch {
      // It has ended.
    }
  }, 10);
  const [code] = (await once(child, "close")) as [number | null];
  clearInterval(timer);
  expect(code).toBe(0);
  return (peak * 1024) / 1e6;
}

// Without a limit, V8 takes 200 MB and more for as many rows, and 340 for millions.
const megabytesMax = 175;

test.skipIf(process.platform !== "linux")("backup and verify of 40,000 rows take little memory", async () => {
  expect(await peakOf("backup", path.join(dataDir, "vault.backup"))).toBeLessThan(megabytesMax);
  expect(await peakOf("verify")).toBeLessThan(megabytesMax);
});
