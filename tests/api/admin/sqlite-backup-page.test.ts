import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { aUserWithKey } from "../../support/callers/actors";
import { operate } from "../../support/programs/operator";
import { blocksOf } from "../../support/programs/page-commands";
import { anEntry } from "../../support/rows/fixtures";
import { ownVaults } from "../../support/vaults/own-vaults";
import { projectRoot } from "../../support/vaults/server";

const run = promisify(execFile);
const page = "docs/operate/backup.md";
const { aFolder, aVault } = ownVaults();

/** A vault that ran, and its backup. */
let former: { dataDir: string; backup: string };
beforeAll(async () => {
  const vault = await aVault();
  await anEntry((await aUserWithKey({ baseUrl: vault.baseUrl })).session);
  const backup = path.join(aFolder(), "vault.backup");
  expect(await operate(vault.dataDir, ["backup", backup])).toMatchObject({ code: 0 });
  await vault.stop();
  former = { dataDir: vault.dataDir, backup };
});

/** Runs the page's lines in the source folder, with this test's files in the places that the page names. */
async function asWritten(commands: string, env: Record<string, string> = {}): Promise<string> {
  const here = commands
    .replaceAll(/\/backups\/vault-[\d-]+/g, former.backup)
    .replaceAll("/safe/", `${former.dataDir}/`);
  const { stdout } = await run("bash", ["-c", `set -euo pipefail\n${here}`], {
    cwd: projectRoot,
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      HOME: os.tmpdir(),
      TMPDIR: former.dataDir,
      npm_config_offline: "true",
      ...env,
    },
  });
  return stdout;
}

describe("docs/operate/backup.md", () => {
  test("tries a backup as written: everything opens, and the folder is gone afterwards", async () => {
    const [drill = ""] = blocksOf(page, "Try a backup");
    const before = readdirSync(former.dataDir);
    expect(await asWritten(drill)).toMatch(/rows of .* restored into [^]*was set then: [^]*\b1 values? opens?, 0 do/);
    expect(readdirSync(former.dataDir)).toEqual(before);
  });

  test("restores as written, before the first start and not after it", async () => {
    const [restore = ""] = blocksOf(page, "Restore");
    const dataDir = path.join(aFolder(), "data");
    mkdirSync(dataDir);
    const env = { VAULT_DATA_DIR: dataDir, VAULT_MASTER_KEYS_FILE: path.join(former.dataDir, "master.key") };
    await asWritten(restore, env);
    expect(existsSync(path.join(dataDir, "vault.db"))).toBe(true);
    await expect(asWritten(restore, env)).rejects.toThrow("There is already a database");
  });
});
