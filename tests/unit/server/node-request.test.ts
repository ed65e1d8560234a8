import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import net, { type AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { NodeRequest } from "@/lib/server/request/node-request";

test("a request knows that its client has gone", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const client = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const [incoming, outgoing] = (await once(server, "request")) as [IncomingMessage, ServerResponse];
  const request = new NodeRequest(incoming, outgoing);
  expect(request.signal.aborted).toBe(false);
  client.destroy();
  await once(outgoing, "close");
  expect(request.signal.aborted).toBe(true);
});
