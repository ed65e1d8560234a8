import { randomBytes } from "node:crypto";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { withPreparationLock } from "@/lib/db/postgresql/migrate";
import { databaseUrl, dropDatabases, type DatabaseServer, ensureDatabase } from "../vaults/database";
import { startPostgresqlServer } from "./postgresql-server";
import { type PgBouncer, type PoolMode, startPgBouncer } from "../programs/pgbouncer";
import { findProgram } from "../programs/programs";
import { newDataDir, projectRoot } from "../vaults/server";
import { setUp } from "../setup-fault";
import { shareVault } from "../vaults/shared-vault";

/**
 * One server for all API test files on PostgreSQL, with a database for each vault, and the vault that they share.
 * TEST_DATABASE_URL names an existing server instead, with a user that may create databases. TEST_PGBOUNCER=transaction
 * puts a PgBouncer in front, in that mode.
 */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return setUp(project, () => shareServerAndVault(project));
}

/**
 * Every minute PostgreSQL would start a process for each of more than a hundred databases, none of which lasts long enough
 * to need it. What is tested of cleaning up has a server of its own.
 */
const withoutHousekeeping = ["-c", "autovacuum_naptime=1h"];

async function shareServerAndVault(project: TestProject): Promise<() => Promise<void>> {
  const existing = process.env.TEST_DATABASE_URL;
  const own = existing ? null : await startPostgresqlServer({ flags: withoutHousekeeping });
  const direct = existing ?? own?.url("postgres") ?? "";
  const pooler = await inFrontOf(direct);
  const prefix = `vault_test_${randomBytes(4).toString("hex")}`;
  const server: DatabaseServer = { url: pooler?.url ?? direct, prefix };
  const remove = async () => {
    await (own ? own.remove() : dropDatabases(server));
    await pooler?.stop();
  };
  try {
    // Not on a server that somebody names: CockroachDB, for one, copies no databases.
    if (own) server.migrated = await aMigratedDatabase({ url: direct, prefix });
    project.provide("databaseServer", server);
    project.provide("directServer", { ...server, url: direct });
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

/** A database with all migrations. Returns its name. */
async function aMigratedDatabase(server: DatabaseServer): Promise<string> {
  const url = databaseUrl(server, "migrated");
  await ensureDatabase(url);
  await withPreparationLock(url, (migrate) => migrate(path.join(projectRoot, "prisma/migrations/postgresql")));
  return new URL(url).pathname.slice(1);
}

function inFrontOf(databaseUrl: string): Promise<PgBouncer> | undefined {
  const poolMode = process.env.TEST_PGBOUNCER as PoolMode | undefined;
  if (!poolMode) return undefined;
  const program = findProgram("pgbouncer");
  if (program === null) throw new Error("TEST_PGBOUNCER needs PgBouncer: apt-get install pgbouncer");
  return startPgBouncer(program, databaseUrl, poolMode);
}

declare module "vitest" {
  interface ProvidedContext {
    databaseServer: DatabaseServer;
    /** The same server with no pooler in front, for tests of what a pooler does not pass on. */
    directServer: DatabaseServer;
  }
}
