import { build } from "../../../scripts/build.mjs";
import { manyFailures, removeDataDir, startVault } from "../vaults/server";

/**
 * One vault for all browser tests. They find it through VAULT_TEST_URL and its files through VAULT_TEST_DATA_DIR. It is
 * opened as localhost, where Web APIs count as secure.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await build({ tools: true });
  const vault = await startVault({ env: { ...manyFailures, WEBHOOK_PRIVATE_ADDRESSES: "true" } });
  process.env.VAULT_TEST_URL = `http://localhost:${vault.port}`;
  process.env.VAULT_TEST_DATA_DIR = vault.dataDir;
  return async () => {
    await vault.stop();
    removeDataDir(vault.dataDir);
  };
}
