import { randomBytes } from "node:crypto";
import type { TestProject } from "vitest/node";
import { databaseUrl, dropDatabases, type DatabaseServer, ensureDatabase } from "../vaults/database";
import { startPostgresqlServer } from "./postgresql-server";
import { newDataDir } from "../vaults/server";
import { setUp } from "../setup-fault";
import { shareVault } from "../vaults/shared-vault";

/**
 * One server for all API test files on PostgreSQL, with a database for each vault, and the vault that they share.
 * TEST_DATABASE_URL names an existing server instead, with a user that may create databases.
 */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return setUp(project, () => shareServerAndVault(project));
}

async function shareServerAndVault(project: TestProject): Promise<() => Promise<void>> {
  const existing = process.env.TEST_DATABASE_URL;
  const own = existing ? null : await startPostgresqlServer();
  const server: DatabaseServer = {
    url: existing ?? own?.url("postgres") ?? "",
    prefix: `vault_test_${randomBytes(4).toString("hex")}`,
  };
  project.provide("databaseServer", server);
  const remove = () => (own ? own.remove() : dropDatabases(server));
  try {
    const dataDir = newDataDir();
    const url = databaseUrl(server, dataDir);
    await ensureDatabase(url);
    const endVault = await shareVault(project, { dataDir, env: { DATABASE_URL: url } });
    return () => endVault().finally(remove);
  } catch (error) {
    await remove();
    throw error;
  }
}

declare module "vitest" {
  interface ProvidedContext {
    databaseServer: DatabaseServer;
  }
}
