import { expect, test } from "vitest";
import { listEntries, revealEntry } from "@/lib/contracts/vault/entries";
import { aUserWithKey } from "../support/callers/actors";
import { databaseUrl, ensureDatabase, keepDatabasesOn } from "../support/vaults/database";
import { report } from "../support/long-runs";
import { anEntry } from "../support/rows/fixtures";
import { ownVaults } from "../support/vaults/own-vaults";
import { startPostgresqlServer } from "../support/postgresql/postgresql-server";
import { installedProxies, ownProxies } from "../support/programs/proxies";
import { freePort } from "../support/programs/free-port";
import { startShipped } from "../support/programs/shipped-proxies";
import { askOverTls } from "../support/programs/tls";

const { aFolder, aVault } = ownVaults();
const aProxy = ownProxies();
const requestsPerSecond = 24;
const rounds = 2;
/** This many clients, none of which sends more than the proxies allow one. */
const addresses = 4;

test.for(installedProxies)(
  `two replicas restarted in turn behind %s under ${requestsPerSecond} requests a second: none fails`,
  { timeout: 600_000 },
  async (program) => {
    const postgresql = await startPostgresqlServer();
    try {
      const server = { url: postgresql.url("postgres"), prefix: "rolling" };
      keepDatabasesOn(server);
      const dataDir = aFolder();
      await ensureDatabase(databaseUrl(server, dataDir));
      const ports = [await freePort(), await freePort()];
      const aReplica = (port: number) =>
        aVault({ dataDir, env: { PORT: String(port), STOP_DELAY_SECONDS: "5", AUTH_ADDRESS_FAILURES_MAX: "1000000" } });
      const replicas = [await aReplica(ports[0] ?? 0), await aReplica(ports[1] ?? 0)];
      const { key } = await aUserWithKey({ baseUrl: replicas[0]?.baseUrl });
      const { id } = await anEntry(key);
      const { tlsPort, ca } = await startShipped(aProxy, program, ports);
      await expect
        .poll(async () => (await askOverTls(tlsPort, "/readyz", { ca })).status, { timeout: 30_000 })
        .toBe(200);

      const failures: string[] = [];
      const under: Promise<void>[] = [];
      const ask = async (count: number) => {
        const [method, target] =
          count % 3 === 0
            ? ["POST", `/api${revealEntry.path.replace("{id}", id)}`]
            : ["GET", `/api${listEntries.path}`];
        const status = await askOverTls(tlsPort, target, {
          ca,
          method,
          headers: key.headers,
          from: `127.0.0.${(count % addresses) + 1}`,
        }).then(
          (answer) => String(answer.status),
          (error: Error) => error.message,
        );
        if (status !== "200") failures.push(`${method} ${status}`);
      };
      const clock = setInterval(() => under.push(ask(under.length)), 1_000 / requestsPerSecond);
      for (let restart = 0; restart < rounds * 2; restart += 1) {
        expect(await replicas[restart % 2]?.stop()).toBe(0);
        replicas[restart % 2] = await aReplica(ports[restart % 2] ?? 0);
        // As the README says: the proxy must notice that this one is back before the other stops.
        await new Promise((resolve) => setTimeout(resolve, 2_000));
      }
      clearInterval(clock);
      await Promise.all(under);
      report({
        figure: "rolling restart",
        program,
        restarts: rounds * 2,
        requests: under.length,
        failed: failures.length,
      });
      expect(failures).toEqual([]);
    } finally {
      await postgresql.remove();
    }
  },
);
