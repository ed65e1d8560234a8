import { once } from "node:events";
import { writeFileSync } from "node:fs";
import net, { type AddressInfo } from "node:net";
import path from "node:path";
import pg from "pg";
import { giveToNobody } from "../programs/nobody";
import { type PostgresqlServer, startPostgresqlServer } from "./postgresql-server";

export type Pair = {
  /** Its commits wait until the standby has them on disk too. */
  primary: PostgresqlServer;
  standby: PostgresqlServer;
};

/** Starts both. The standby begins as a copy of the stopped primary, so no program beyond the server is needed. */
export async function startPair(): Promise<Pair> {
  const primary = await startPostgresqlServer({ durable: true });
  await primary.stop();
  const standby = await startPostgresqlServer({ durable: true, copyOf: primary.folder });
  await standby.stop();
  const signal = path.join(standby.folder, "standby.signal");
  writeFileSync(signal, "");
  giveToNobody(signal);
  await primary.start(["-c", "synchronous_standby_names=standby"]);
  const source = `${primary.url("postgres")}?application_name=standby`;
  await standby.start(["-c", `primary_conninfo=${source}`]);
  return { primary, standby };
}

/** Makes the standby the primary, and resolves once it takes writes. */
export async function promote(standby: PostgresqlServer): Promise<void> {
  const client = new pg.Client(standby.url("postgres"));
  await client.connect();
  try {
    await client.query("SELECT pg_promote()");
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
