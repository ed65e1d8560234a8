import { manyFailures, removeDataDir, startVault } from "../vaults/server";

/** One vault for all browser tests; they find it by VAULT_TEST_URL, its files by VAULT_TEST_DATA_DIR. Reached as localhost, where Web APIs count as secure. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const vault = await startVault({ env: manyFailures });
  process.env.VAULT_TEST_URL = `http://localhost:${vault.port}`;
  process.env.VAULT_TEST_DATA_DIR = vault.dataDir;
  return async () => {
    await vault.stop();
    removeDataDir(vault.dataDir);
  };
}
