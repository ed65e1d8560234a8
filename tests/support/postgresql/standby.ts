import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import pg from "pg";
import { expect, vi } from "vitest";
import { type PostgresqlServer, startPostgresqlServer } from "./postgresql-server";

export type Pair = {
  /** The commits of vaults wait here until the standby has them too. */
  primary: PostgresqlServer;
  standby: PostgresqlServer;
};

/** Starts both. The standby begins as a copy of the stopped primary, so no program beyond the server is needed. */
export async function startPair(): Promise<Pair> {
  const primary = await startPostgresqlServer();
  await primary.stop();
  const standby = await startPostgresqlServer({
    standbyOf: primary.folder,
    flags: [
      "-c",
      `primary_conninfo=${primary.url("postgres")}?application_name=standby`,
      "-c",
      "wal_retrieve_retry_interval=100ms",
    ],
  });
  await primary.start(["-c", "synchronous_standby_names=standby"]);
  await untilStreaming(primary);
  return { primary, standby };
}

async function untilStreaming(primary: PostgresqlServer): Promise<void> {
  const state = () => ask(primary, "SELECT sync_state FROM pg_stat_replication");
  await vi.waitFor(async () => expect(await state()).toEqual([{ sync_state: "sync" }]), { timeout: 60_000 });
}

/** Makes the standby the primary, and resolves once it takes writes. */
export async function promote(standby: PostgresqlServer): Promise<void> {
  await ask(standby, "SELECT pg_promote()");
}

async function ask(server: PostgresqlServer, sql: string): Promise<unknown[]> {
  const client = new pg.Client(server.url("postgres"));
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** What leads a vault to the primary: passes connections on to the port of a URL, and ends the former ones. */
export async function startSwitch(to: string): Promise<{ url: string; lead(to: string): void; end(): Promise<void> }> {
  let port = Number(new URL(to).port);
  const open = new Set<net.Socket>();
  const server = net.createServer((incoming) => {
    const onward = net.connect({ host: "127.0.0.1", port });
    for (const socket of [incoming, onward]) {
      open.add(socket);
      socket.on("error", () => {}).once("close", () => (open.delete(socket), incoming.destroy(), onward.destroy()));
    }
    incoming.pipe(onward).pipe(incoming);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const cutAll = () => open.forEach((socket) => socket.destroy());
  const url = new URL(to);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    lead(next) {
      port = Number(new URL(next).port);
      cutAll();
    },
    async end() {
      const closed = once(server, "close");
      server.close();
      cutAll();
      await closed;
    },
  };
}
