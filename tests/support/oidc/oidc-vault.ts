import { afterAll, afterEach } from "vitest";
import { startOidcProvider, type TestProvider } from "./oidc-provider";
import { ownVaults } from "../vaults/own-vaults";
import { manyFailures, type RunningVault } from "../vaults/server";

/** A provider and a vault that trusts it, for one test file. A fault that a test sets ends with the test. */
export async function oidcVault(): Promise<
  { provider: TestProvider; vault: RunningVault } & Pick<ReturnType<typeof ownVaults>, "aVault">
> {
  const { aVault } = ownVaults();
  const provider = await startOidcProvider();
  afterEach(() => provider.mend());
  afterAll(() => provider.stop());
  return { provider, vault: await aVault({ env: { ...provider.env, ...manyFailures } }), aVault };
}
