// The production server on this machine for as long as something looks at it.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fail, root } from "../setup.mjs";

/** Starts the built vault on a data folder of its own. `stop` ends it and deletes its data. */
export async function startThrowawayVault(settings = {}) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "vault-throwaway-"));
  const env = {
    PATH: process.env.PATH,
    HOME: os.tmpdir(),
    NODE_ENV: "production",
    PORT: "0",
    VAULT_DATA_DIR: dataDir,
    ...settings,
  };
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  let printed = "";
  const url = await new Promise((resolve) => {
    child.stdout.on("data", (chunk) => {
      printed += chunk;
      const found = /The vault is open at (\S+)/.exec(printed)?.[1];
      if (found) resolve(found);
    });
    void ended.then(() => resolve(undefined));
  });
  if (!url) fail(`The vault did not start:\n${printed}`);
  const stop = async () => {
    child.kill();
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { origin: `http://localhost:${new URL(url).port}`, stop };
}
