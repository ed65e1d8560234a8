import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Somebody else's web server: an empty page at any address, which a test fills with an attacker's content. */
export async function startOtherSite(): Promise<{ port: number; end(): Promise<void> }> {
  const server = createServer(
    (_incoming, outgoing) =>
      void outgoing.setHeader("Content-Type", "text/html").end("<!doctype html><title>other</title><body></body>"),
  );
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return { port, end: () => new Promise((resolve) => (server.close(() => resolve()), server.closeAllConnections())) };
}
