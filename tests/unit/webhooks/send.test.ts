import { createServer, type LookupFunction, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { publicLookup } from "@/lib/outbound/public-addresses";
import { send } from "@/lib/webhooks/send";
import { newWebhookSecret } from "@/lib/crypto/macs/webhook-signature";
import { generate } from "selfsigned";
import { aNameServer } from "../../support/servers/dns-server";
import { openOwnRuntime } from "../../support/vaults/own-runtime";
import { aReceiver } from "../../support/servers/webhook-receiver";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
afterAll(() => own.close());
const secret = newWebhookSecret();
const to = (url: string) => ({ url, events: ["*"], secret });
const message = { id: "msg_1", event: "entry.create", body: "{}" };

describe("where the operator allows no private networks", () => {
  beforeAll(async () => void (own = await openOwnRuntime()));

  test("nothing is sent to one, by its address or by a name, not even over TLS", async () => {
    let connections = 0;
    const server = createServer((socket) => void socket.destroy(void (connections += 1)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { resolver } = await aNameServer(() => ["127.0.0.1"]);
    const lookup = publicLookup(resolver);
    for (const url of [
      `https://hooks.example.com:${port}/`,
      `https://127.0.0.1:${port}/`,
      `https://[::ffff:127.0.0.1]:${port}/`,
      `http://hooks.example.com:${port}/`,
    ])
      expect(await send(to(url), message, { lookup })).toMatchObject({ status: null, fault: "address-refused" });
    expect(connections).toBe(0);
  });

  test("a name that nobody knows is told as such", async () => {
    const { resolver } = await aNameServer(() => []);
    expect(await send(to("https://hooks.example.com/"), message, { lookup: publicLookup(resolver) })).toMatchObject({
      status: null,
      fault: "name-unknown",
    });
    await own.close();
  });
});

describe("where the operator allows them", () => {
  beforeAll(async () => void (own = await openOwnRuntime({ WEBHOOK_PRIVATE_ADDRESSES: "true" })));

  test("a response's status is what counts, however long its body takes", async () => {
    const receiver = await aReceiver((outgoing) => {
      outgoing.writeHead(202, { "Content-Length": "1000000" });
      outgoing.flushHeaders();
    });
    expect(await send(to(receiver.url), message)).toMatchObject({ status: 202, fault: null });
  });

  test("a receiver that says nothing, or only begins to, is given up in time", async () => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.write("HTTP/1.1 200");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { milliseconds, ...outcome } = await send(to(url), message, { milliseconds: 300 });
    expect(outcome).toEqual({ status: null, fault: "timed-out" });
    expect(milliseconds).toBeGreaterThanOrEqual(290);
  });

  test("a receiver has 10 seconds", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout");
    const receiver = await aReceiver();
    await send(to(receiver.url), message);
    expect(timeout.mock.calls).toEqual([[10_000]]);
    timeout.mockRestore();
  });

  test("each attempt resolves the name once, and connects where that led: what the name says next is not asked for", async () => {
    const receiver = await aReceiver();
    const asked: string[] = [];
    const lookup: LookupFunction = (name, options, callback) => {
      asked.push(name);
      // Every other answer leads to where nobody listens.
      const address = asked.length % 2 === 1 ? "127.0.0.1" : "127.0.0.2";
      if (options.all) callback(null, [{ address, family: 4 }]);
      else callback(null, address, 4);
    };
    const url = `http://hooks.example.com:${receiver.port}/`;
    expect(await send(to(url), message, { lookup })).toMatchObject({ status: 204 });
    expect(await send(to(url), message, { lookup })).toMatchObject({ status: null, fault: "unreachable" });
    expect([asked, receiver.received.length]).toEqual([["hooks.example.com", "hooks.example.com"], 1]);
  });

  test("one that answers nonsense, hangs up, or has a certificate that nobody vouches for is told as such", async () => {
    const { private: key, cert } = await generate([{ name: "commonName", value: "127.0.0.1" }]);
    const liar = createServer((socket) => void socket.on("error", () => {}).end("This is not HTTP\r\n\r\n"));
    const mute = createServer((socket) => void socket.destroy());
    const unknown = createTlsServer({ key, cert }, (_, outgoing) => void outgoing.end());
    for (const [server, scheme, fault] of [
      [liar, "http", "unreachable"],
      [mute, "http", "unreachable"],
      [unknown, "https", "certificate-refused"],
    ] as const) {
      await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
      const url = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      expect(await send(to(url), message)).toMatchObject({ status: null, fault });
      server.close();
    }
  });
});
