import { createServer, request as requestTo, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

type Side = "request" | "answer";
type Hold = { side: Side; method: string; path: string; arrive: () => void; released: Promise<void> };

export type Held = { /** Once it waits here. */ arrived: Promise<void>; release: () => void };

/** A proxy in front of the vault that holds requests, or their responses, until a test releases them. */
export async function startHoldingProxy(
  vault: string,
): Promise<{ url: string; hold(side: Side, method: string, path: string): Held; end(): Promise<void> }> {
  const holds: Hold[] = [];
  const pass = async (side: Side, { method, url }: IncomingMessage) => {
    const at = holds.findIndex((hold) => hold.side === side && hold.method === method && hold.path === url);
    const [hold] = at < 0 ? [] : holds.splice(at, 1);
    hold?.arrive();
    await hold?.released;
  };
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      await pass("request", incoming);
      const { hostname, port } = new URL(vault);
      const onward = requestTo({
        hostname,
        port,
        method: incoming.method,
        path: incoming.url,
        headers: incoming.headers,
      });
      onward.on("error", () => outgoing.destroy());
      onward.on("response", (answer) => {
        void pass("answer", incoming).then(() => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        });
      });
      incoming.pipe(onward);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    hold(side, method, path) {
      let [arrive, release] = [() => {}, () => {}];
      const arrived = new Promise<void>((resolve) => (arrive = resolve));
      const released = new Promise<void>((resolve) => (release = resolve));
      holds.push({ side, method, path, arrive, released });
      return { arrived, release };
    },
    end: () => new Promise((resolve) => (server.close(() => resolve()), server.closeAllConnections())),
  };
}
