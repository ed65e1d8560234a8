import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/**
 * A TCP proxy in front of PostgreSQL that leads the first connections to the database they ask for, and all later ones
 * to another, whose name has the same length: as a proxy does that takes a standby for the primary.
 */
export async function startStrayingProxy(
  databaseUrl: string,
  { first, elsewhere }: { first: number; elsewhere: string },
): Promise<{ url: string; connections(): number; end(): Promise<void> }> {
  const { hostname, port, pathname } = new URL(databaseUrl);
  const asked = pathname.slice(1);
  if (asked.length !== elsewhere.length) throw new RangeError("the names must have the same length");
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((client) => {
    const strays = (connections += 1) > first;
    const database = connect(Number(port), hostname);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => (client.destroy(), database.destroy()));
    }
    // The message that starts a connection names the database.
    client.once("data", (start: Buffer) => {
      const text = start.toString("latin1");
      database.write(strays ? text.replace(`database\0${asked}\0`, `database\0${elsewhere}\0`) : text, "latin1");
      client.pipe(database);
    });
    database.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    connections: () => connections,
    end: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
