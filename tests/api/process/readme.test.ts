import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { blocksOf } from "../../support/programs/page-commands";
import { projectRoot, removeDataDir, startVault } from "../../support/vaults/server";

const run = promisify(execFile);

/** The lines as a person would run them: answers to questions come over standard input, and so does the address. */
const answered = (commands: string) =>
  commands
    .split("\n")
    .map((line) => {
      if (line.startsWith("svc login")) return `export SVC_URL="$VAULT"\n{ ${line}\n} <<< "$KEY"\nunset SVC_URL`;
      return line.startsWith("svc set") ? `{ ${line}\n} <<< "sk_test_changed_not_real"` : line;
    })
    .join("\n");

test("the README's first session, then docs/sentence-to-env.md and the README's svc part, run as written with its one key and print what they say", async () => {
  const [session = "", printed = ""] = blocksOf("README.md", "A first session");
  const [fromSentence = ""] = blocksOf("docs/sentence-to-env.md", "With an access key");
  const [forScripts = ""] = blocksOf("README.md", "For scripts: svc");
  // The same two lines again: the export of the plan's one entry.
  const lines = printed.split("\n").slice(1).join("\n");
  const vault = await startVault();
  const folder = mkdtempSync(path.join(os.tmpdir(), "readme-"));
  try {
    symlinkSync(path.join(projectRoot, "packages"), path.join(folder, "packages"));
    writeFileSync(
      path.join(folder, "package.json"),
      JSON.stringify({ scripts: { start: "node -p process.env.STRIPE_SECRET_KEY" } }),
    );
    const script = `set -euo pipefail\n${session}\n${fromSentence}\ngit init --quiet && git add package.json\n${answered(forScripts)}`;
    // npm installs for this folder only, and asks no questions.
    const env = {
      NODE_ENV: "test" as const,
      HOME: folder,
      PATH: `${folder}/global/bin:${process.env.PATH}`,
      npm_config_prefix: `${folder}/global`,
      npm_config_offline: "true",
      npm_config_audit: "false",
      npm_config_fund: "false",
    };
    const { stdout, stderr } = await run(
      "bash",
      ["-c", script.replace("http://localhost:3000", `http://localhost:${vault.port}`)],
      { cwd: folder, env },
    );
    expect(printed.split("\n")).toHaveLength(4);
    expect(stdout).toContain(`${printed}${lines}`);
    expect(stdout.endsWith("\nsk_test_changed_not_real\n")).toBe(true);
    expect(readFileSync(path.join(folder, "web.env"), "utf8")).toBe(
      lines.replace("sk_test_not_a_real_key", "sk_test_changed_not_real"),
    );
    expect(stderr).toMatch(/accepts the key[^]*STRIPE_SECRET_KEY was changed/);
    expect(stderr).not.toContain("scope");
  } finally {
    await vault.stop();
    removeDataDir(vault.dataDir);
    rmSync(folder, { recursive: true });
  }
});
