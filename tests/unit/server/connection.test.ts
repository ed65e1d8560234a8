import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import net, { type AddressInfo, type Socket } from "node:net";
import { connect as tlsConnect } from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import { secureContextOf } from "@/lib/crypto/certificate";
import { endWith, oneAtATime } from "@/lib/server/request/connection";
import { connectionsMax } from "@/lib/server/process/descriptors";
import { connect, exchange, requestBytes } from "../../support/http/raw-http";
import { aCertificate } from "../../support/programs/tls";

const servers: net.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listening(server: net.Server): Promise<string> {
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server that starts requests as they come and responds when the test says so; to `/now` at once. */
async function aServer(): Promise<{
  baseUrl: string;
  begun: string[];
  end(index: number, body?: string | Buffer): void;
}> {
  const [begun, answers]: [string[], ServerResponse[]] = [[], []];
  const server = createServer(
    oneAtATime((incoming, outgoing) => {
      if (incoming.url === "/now") return void outgoing.end();
      begun.push(incoming.url ?? "");
      answers.push(outgoing);
    }),
  );
  return { baseUrl: await listening(server), begun, end: (index, body = "") => void answers[index]?.end(body) };
}

const asked = (...targets: string[]) => targets.map((target) => requestBytes("GET", target)).join("");

/** Some turns of the server's event loop, in which it serves others. */
async function turns(baseUrl: string): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await exchange(baseUrl, asked("/now"));
}

describe("requests of one connection", () => {
  test("start one after another, each when the previous response has left, while other connections continue", async () => {
    const { baseUrl, begun, end } = await aServer();
    const connection = connect(baseUrl);
    connection.write(asked("/1", "/2", "/3"));
    await turns(baseUrl);
    expect(begun).toEqual(["/1"]);
    end(0, "one");
    expect((await connection.answer()).body).toBe("one");
    await turns(baseUrl);
    expect(begun).toEqual(["/1", "/2"]);
    end(1);
    end(2);
    await connection.answer();
    await turns(baseUrl);
    expect(begun).toEqual(["/1", "/2", "/3"]);
    connection.destroy();
  });

  test("wait while the client does not read its response", async () => {
    const { baseUrl, begun, end } = await aServer();
    const { port } = new URL(baseUrl);
    const client = net.connect(Number(port), "127.0.0.1");
    client.pause();
    client.write(asked("/1", "/2"));
    await turns(baseUrl);
    // More than the system buffers for a connection.
    end(0, Buffer.alloc(32 * 1024 * 1024));
    await turns(baseUrl);
    expect(begun).toEqual(["/1"]);
    client.resume();
    await expect.poll(() => begun, { timeout: 30_000 }).toEqual(["/1", "/2"]);
    client.destroy();
  });

  test("leave nothing behind on their connection, however often two come at once", async () => {
    const sockets = new Set<Socket>();
    const server = createServer(
      oneAtATime((incoming, outgoing) => {
        sockets.add(incoming.socket);
        outgoing.end();
      }),
    );
    const connection = connect(await listening(server));
    const listeners: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      connection.write(asked("/1", "/2"));
      await connection.answer();
      await connection.answer();
      for (const socket of sockets) listeners.push(socket.listenerCount("close"));
    }
    expect(Math.max(...listeners)).toBe(listeners[0]);
    connection.destroy();
  });

  test("do not start after the response that is announced as the last, nor once the client has gone", async () => {
    const { baseUrl, begun, end } = await aServer();
    const last = connect(baseUrl);
    last.write(requestBytes("GET", "/last", { Connection: "close" }) + asked("/behind"));
    await turns(baseUrl);
    end(0);
    await last.closed;
    const gone = connect(baseUrl);
    gone.write(asked("/gone", "/behind"));
    await turns(baseUrl);
    gone.reset();
    await turns(baseUrl);
    expect(begun).toEqual(["/last", "/gone"]);
  });
});

test("a client that left before its TLS handshake ended leaves no connection with unread data", async () => {
  const sockets: Socket[] = [];
  const options = { ...secureContextOf(await aCertificate()), requireHostHeader: false };
  const server = createTlsServer(
    options,
    oneAtATime((_incoming, outgoing) => void setImmediate(() => outgoing.end("bytes")), { untakenMs: 200 }),
  );
  server.timeout = 3_600_000;
  server.on("connection", (socket: Socket) => sockets.push(socket));
  const { port } = new URL(await listening(server));
  const behind = requestBytes("POST", "/3", { "Content-Length": "1000000" }) + "x".repeat(300_000);
  for (const bytes of [asked("/1", "/2") + behind, behind, asked("/1", "/2") + behind, behind]) {
    const raw = net.connect(Number(port), "127.0.0.1").on("error", () => {});
    const client = tlsConnect({ socket: raw, rejectUnauthorized: false }).on("error", () => {});
    await once(client, "secureConnect");
    // More than is read at once: the rest hides the reset from the vault.
    client.write(bytes);
    raw.resetAndDestroy();
  }
  await expect.poll(() => sockets.length).toBe(4);
  await expect.poll(() => sockets.filter(({ destroyed }) => !destroyed).length, { timeout: 10_000 }).toBe(0);
});

test("an ended connection is closed even if its client keeps its side open, and a reset after its end harms nobody", async () => {
  const sockets: Socket[] = [];
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket);
    socket.resume();
    endWith(socket, "bye");
  });
  const baseUrl = await listening(server);
  const [stays, resets] = [connect(baseUrl, { staysOpen: true }), connect(baseUrl)];
  resets.reset();
  await expect.poll(() => sockets.length).toBe(2);
  await Promise.all(sockets.map((socket) => socket.destroyed || once(socket, "close")));
  stays.destroy();
});

test("connections leave enough descriptors for serving them: 100, or half of a small limit", () => {
  expect([
    connectionsMax(1024),
    connectionsMax(256),
    connectionsMax(200),
    connectionsMax(64),
    connectionsMax(1_048_576),
  ]).toEqual([924, 156, 100, 32, 1_048_476]);
  const own = connectionsMax();
  expect(own === undefined || own > 0).toBe(true);
});
