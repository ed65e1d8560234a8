import { afterAll } from "vitest";
import { migratedDatabase } from "./database";
import { newDataDir, removeDataDir, type RunningVault, type StartOptions, startVault } from "./server";

/** Vaults and folders of one test file. None outlives the file, whatever happens to its tests. */
export function ownVaults(): { aFolder(): string; aVault(options?: StartOptions): Promise<RunningVault> } {
  const folders: string[] = [];
  const vaults: RunningVault[] = [];
  afterAll(async () => {
    await Promise.all(vaults.map((vault) => vault.stop("SIGKILL")));
    folders.forEach(removeDataDir);
  });
  const aFolder = () => {
    const folder = newDataDir();
    folders.push(folder);
    return folder;
  };
  const aMigratedFolder = async () => {
    const folder = aFolder();
    await migratedDatabase(folder);
    return folder;
  };
  return {
    aFolder,
    async aVault(options = {}) {
      const vault = await startVault({ ...options, dataDir: options.dataDir ?? (await aMigratedFolder()) });
      vaults.push(vault);
      return vault;
    },
  };
}
