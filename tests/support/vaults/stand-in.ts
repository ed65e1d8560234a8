import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

export type StandIn = { url: string; seen: IncomingMessage[] };

/** Servers that respond in a vault's place, with JSON by default, and record their requests. */
export function standIns(): (answer: RequestListener) => Promise<StandIn> {
  const servers: { close(): unknown }[] = [];
  afterAll(() => servers.forEach((server) => server.close()));
  return async (answer) => {
    const seen: IncomingMessage[] = [];
    const server = createServer((request, response) => {
      seen.push(request);
      response.setHeader("Content-Type", "application/json");
      answer(request, response);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
  };
}
