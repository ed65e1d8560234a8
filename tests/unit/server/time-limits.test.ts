import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { connect as connectTls } from "node:tls";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import * as register from "@/app/api/auth/register/route";
import { endingMsMax } from "@/lib/db/transactions/delete-vault-contents";
import { waitMsMax } from "@/lib/db/transactions/vault-queue";
import { createTlsVaultServer, createVaultServer, stillMsMax } from "@/lib/server/process/listen";
import { openOwnRuntime } from "../../support/vaults/own-runtime";
import { connect, exchange, requestBytes } from "../../support/http/raw-http";
import { expectRefusal } from "../../support/http/refusal";
import { aCertificate, askOverTls } from "../../support/programs/tls";

// In place of the build's table of all routes: one that reads a body is enough here.
vi.mock("@/lib/server/router", () => ({
  matchRoute: () => ({ handlers: register, params: {} }),
  allowedMethods: () => "POST",
}));

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
const servers: Server[] = [];
beforeAll(async () => {
  own = await openOwnRuntime();
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});
afterAll(() => own.close());

const noPages = () => Promise.reject(new Error("no page is asked for"));

/** The vault's own server, with shorter time limits. */
async function aServer(patience: Parameters<typeof createVaultServer>[1]): Promise<string> {
  const server = createVaultServer(noPages, { connectionsCheckingInterval: 20, ...patience });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const hours = 3_600_000;
const json = { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" };

test.for([
  [
    "whose headers never end",
    { headersTimeout: 300, requestTimeout: hours },
    "POST /api/auth/register HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
  ],
  [
    "whose body never ends",
    { headersTimeout: 300, requestTimeout: 300 },
    `${requestBytes("POST", "/api/auth/register", { ...json, "Content-Length": "100" })}{`,
  ],
] as const)(
  "a request %s is answered 408 and its connection closed; meanwhile others are answered",
  async ([, patience, begun]) => {
    const baseUrl = await aServer(patience);
    const slow = connect(baseUrl);
    slow.write(begun);
    expect((await exchange(baseUrl, requestBytes("GET", "/healthz"))).status).toBe(200);
    const answer = await slow.answer();
    expectRefusal(answer, 408, "VALIDATION_ERROR");
    expect(answer.header("connection")).toBe("close");
    await slow.closed;
  },
);

test("a connection on which nothing was asked is closed without an answer, which a proxy could take for that to its next request", async () => {
  const patience = { connectionsCheckingInterval: 20, headersTimeout: 300, requestTimeout: 300 };
  const silent = connect(await aServer(patience));
  await expect(silent.answer()).rejects.toThrow("The connection ended after 0 bytes");
  const certificate = await aCertificate();
  const server = createTlsVaultServer(noPages, certificate, patience);
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const overTls = connectTls({ port, host: "127.0.0.1", servername: "localhost", ca: certificate.cert });
  const received: Buffer[] = [];
  overTls.on("data", (chunk) => received.push(chunk));
  await once(overTls, "close");
  expect([overTls.authorized, Buffer.concat(received).toString()]).toEqual([true, ""]);
  // Of half a request it is told, by TLS as well.
  const half = connectTls({ port, host: "127.0.0.1", servername: "localhost", ca: certificate.cert });
  half.write("GET / HTTP/1.1\r\n");
  const told: Buffer[] = [];
  half.on("data", (chunk) => told.push(chunk));
  await once(half, "close");
  expect(Buffer.concat(told).toString()).toMatch(/^HTTP\/1.1 408 /);
});

test("clients that send nothing, or half a request, hold no connection beyond the limit, even if they never close it", async () => {
  const server = createVaultServer(noPages, {
    connectionsCheckingInterval: 20,
    headersTimeout: 300,
    requestTimeout: 300,
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const begun = [
    "",
    "GET / HTTP/1.1\r\nHost: ",
    `${requestBytes("POST", "/api/auth/register", { ...json, "Content-Length": "100" })}{`,
    "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n",
    "garbage\r\n\r\n",
  ];
  const clients = begun.map((bytes) => {
    const client = connect(baseUrl, { staysOpen: true });
    client.write(bytes);
    return client;
  });
  await Promise.all(clients.slice(1).map((client) => client.answer()));
  const held = () =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  await expect.poll(held, { timeout: 20_000 }).toBe(0);
  for (const client of clients) client.destroy();
});

test("a client that sends more after invalid HTTP still gets its answer, even if it reads late", async () => {
  const connection = connect(await aServer({}), { readsLater: true });
  // More than the buffers between the two hold: a reset would drop the answer that lies there unread.
  expect(await connection.drained(Buffer.alloc(8 * 1024 * 1024, "x "))).toBe(true);
  connection.read();
  expectRefusal(await connection.answer(), 400, "VALIDATION_ERROR");
  expect(await connection.closed).toBeNull();
});

test("invalid HTTP is answered once, after the pending response, however much of it arrives", async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error) => void warnings.push(name);
  process.on("warning", note);
  const baseUrl = await aServer({});
  const connection = connect(baseUrl);
  const registration = requestBytes(
    "POST",
    "/api/auth/register",
    json,
    JSON.stringify({ email: "garbage@example.com", password: "not-a-real-password" }),
  );
  connection.write(registration);
  // Each in a separate packet, and all of them before the password is hashed.
  for (let packet = 0; packet < 50; packet += 1) {
    await connection.drained(Buffer.from("garbage\r\n\r\n"));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await connection.answer()).status).toBe(201);
  expectRefusal(await connection.answer(), 400, "VALIDATION_ERROR");
  expect([await connection.closed, warnings]).toEqual([null, []]);
  process.off("warning", note);
});

test("a client that never ends its TLS handshake is disconnected after the limit for headers; meanwhile others are answered", async () => {
  const certificate = await aCertificate();
  const server = createTlsVaultServer(noPages, certificate, {
    connectionsCheckingInterval: 20,
    headersTimeout: 300,
    requestTimeout: hours,
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const slow = connect(`http://127.0.0.1:${port}`);
  const began = performance.now();
  // The beginning of a handshake record (RFC 8446, 5.1), and nothing more.
  slow.write(Buffer.from([22, 3, 1, 0, 200, 1]));
  expect((await askOverTls(port, "/healthz", { ca: certificate.cert })).status).toBe(200);
  await expect(slow.answer()).rejects.toThrow("The connection ended after 0 bytes");
  await slow.closed;
  // Not through the client's own limit, nor through Node's two minutes.
  expect(performance.now() - began).toBeLessThan(10_000);
});

test("by default headers may take 10 s, a whole request 60 s, and the next one may come within 30 s", () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout } = createVaultServer(noPages);
  expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 60_000,
    keepAliveTimeout: 30_000,
  });
});

test("who deletes a large vault is answered before their connection has been idle for too long", () => {
  expect(createVaultServer(noPages).timeout).toBe(stillMsMax);
  // The second half of the margin is for the connection to the database, and for the session that is looked up first.
  expect(endingMsMax + 2 * waitMsMax).toBeLessThan(stillMsMax);
});
