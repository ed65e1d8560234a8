import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { projectRoot, removeDataDir, startVault } from "../support/server";

const run = promisify(execFile);

/** The code blocks of the README's section, in order. */
function blocksOf(section: string): string[] {
  const text = readFileSync(path.join(projectRoot, "README.md"), "utf8");
  const [, body = ""] = text.split(`\n## ${section}\n`);
  return [...(body.split("\n## ")[0] ?? "").matchAll(/```\w+\n([\s\S]*?)```/g)].map(([, block]) => block ?? "");
}

test("the README's first session, and after it the sentence to an .env, run as written and print what it says", async () => {
  const [session = "", printed = ""] = blocksOf("A first session");
  const [fromSentence = ""] = blocksOf("From a sentence to an .env");
  // The same two lines again: the plan's one entry, exported.
  const lines = printed.split("\n").slice(1).join("\n");
  const commands = `${session}\n${fromSentence}`;
  const vault = await startVault();
  const folder = mkdtempSync(path.join(os.tmpdir(), "readme-"));
  try {
    const script = `set -euo pipefail\n${commands.replace("http://localhost:3000", `http://localhost:${vault.port}`)}`;
    const { stdout } = await run("bash", ["-c", script], { cwd: folder });
    expect(printed.split("\n")).toHaveLength(4);
    expect(stdout.endsWith(`${printed}${lines}`)).toBe(true);
  } finally {
    await vault.stop();
    removeDataDir(vault.dataDir);
    rmSync(folder, { recursive: true });
  }
});
