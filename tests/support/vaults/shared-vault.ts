import type { TestProject } from "vitest/node";
import { build } from "../../../scripts/build.mjs";
import { manyFailures, removeDataDir, type StartOptions, startVault } from "./server";
import { setUp } from "../setup-fault";

/**
 * One vault for all API test files. They share nothing in it but the process, since every test creates its own users.
 */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return setUp(project, () => shareVault(project));
}

export async function shareVault(project: TestProject, options: StartOptions = {}): Promise<() => Promise<void>> {
  await build({ tools: true });
  const vault = await startVault({ ...options, env: { ...manyFailures, ...options.env } });
  project.provide("baseUrl", vault.baseUrl);
  project.provide("dataDir", vault.dataDir);
  project.provide("vaultPid", vault.process.pid ?? 0);
  return async () => {
    const code = await vault.stop();
    removeDataDir(vault.dataDir);
    if (code !== 0)
      throw new Error(`The shared vault did not stop in order (${code}):\n${vault.output().slice(-2000)}`);
  };
}
