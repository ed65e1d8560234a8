import { once } from "node:events";
import { type AddressInfo, createServer, type LookupFunction } from "node:net";
import { expect, test } from "vitest";
import { sendOutbound } from "@/lib/outbound/request";
import { aReceiver } from "../../support/servers/webhook-receiver";

test("each request resolves the name anew and connects anew: a kept connection would skip the check of its address", async () => {
  const receiver = await aReceiver((outgoing) => void outgoing.end("{}"));
  const asked: string[] = [];
  const lookup: LookupFunction = (name, options, callback) => {
    asked.push(name);
    if (options.all) callback(null, [{ address: "127.0.0.1", family: 4 }]);
    else callback(null, "127.0.0.1", 4);
  };
  const url = new URL(`http://keys.example.com:${receiver.port}/`);
  for (const _ of [1, 2, 3]) {
    const given = { method: "GET", headers: {}, reach: "anywhere", milliseconds: 10_000, lookup } as const;
    expect(await sendOutbound(url, { ...given, bodyBytesMax: 100 })).toMatchObject({ status: 200, text: "{}" });
  }
  expect(asked).toEqual(["keys.example.com", "keys.example.com", "keys.example.com"]);
});

test("a server that would rather speak another protocol gives no response, and holds nothing up", async () => {
  const switching = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n";
  const closed: Promise<unknown>[] = [];
  const server = createServer((socket) => {
    closed.push(once(socket, "close"));
    socket.once("data", () => socket.write(switching));
  }).listen(0, "127.0.0.1");
  try {
    await once(server, "listening");
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const given = { method: "POST", headers: {}, body: "{}", reach: "anywhere", milliseconds: 500 } as const;
    await expect(sendOutbound(url, given)).rejects.toMatchObject({ fault: "unreachable" });
    await closed[0];
  } finally {
    server.close();
  }
});
