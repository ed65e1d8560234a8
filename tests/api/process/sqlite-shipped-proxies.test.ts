import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, expect, inject, test } from "vitest";
import { password } from "../../support/callers/actors";
import { installedProxies, ownProxies } from "../../support/programs/proxies";
import { exchange, requestBytes } from "../../support/http/raw-http";
import { startShipped } from "../../support/programs/shipped-proxies";
import { askOverTls } from "../../support/programs/tls";

const aProxy = ownProxies();
const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close().closeAllConnections()));

const MiB = 1024 * 1024;

/** Answers as a vault that is ready, and a request with a body by as many bytes as `X-Answer` says. */
async function bigAnswers(): Promise<number> {
  const server = createServer((request, response) => {
    request.resume().once("end", () => response.end(Buffer.alloc(Number(request.headers["x-answer"] ?? 2))));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** Sends a body, and reads the answer with pauses. Returns the size of what came. */
function sendAndReadSlowly(port: number, ca: string, sent: number, answered: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = https.request(
      {
        host: "127.0.0.1",
        servername: "localhost",
        port,
        path: "/api/import",
        method: "POST",
        ca,
        agent: false,
        headers: { Host: `localhost:${port}`, "Content-Length": sent, "X-Answer": answered },
      },
      (answer) => {
        let read = 0;
        answer.on("data", (chunk: Buffer) => {
          read += chunk.length;
          answer.pause();
          setImmediate(() => answer.resume());
        });
        answer.once("end", () => resolve(read));
        answer.once("error", reject);
      },
    );
    request.once("error", reject);
    request.end(Buffer.alloc(sent));
  });
}

test.for(installedProxies)(
  "%s starts with its shipped configuration, lets people and keys through over TLS, and nothing else",
  async (program) => {
    const { plainPort, tlsPort, ca } = await startShipped(aProxy, program, [Number(new URL(inject("baseUrl")).port)]);
    const ask = (target: string, more: Partial<Parameters<typeof askOverTls>[2]> = {}) =>
      askOverTls(tlsPort, target, { ca, ...more });
    // A proxy that checks whether the vault is ready does so only after it has begun to listen.
    await expect.poll(async () => (await ask("/readyz")).status, { timeout: 30_000 }).toBe(200);
    expect([
      program,
      (await ask("/login")).status,
      (await ask("/metrics")).status,
      (await ask("/api/entries")).status,
    ]).toEqual([program, 200, 404, 401]);

    // If the port is not 443, the vault must be told, so that it recognises its own pages.
    const body = JSON.stringify({ email: `${randomUUID()}@example.com`, password });
    const origin = `https://localhost:${tlsPort}`;
    expect([
      program,
      (
        await ask("/api/auth/register", {
          method: "POST",
          headers: { "Content-Type": "application/json", Origin: origin, "Sec-Fetch-Site": "same-origin" },
          body,
        })
      ).status,
    ]).toEqual([program, 201]);

    const inTheClear = (target: string) =>
      exchange(`http://127.0.0.1:${plainPort}`, requestBytes("GET", target, { Connection: "close" }));
    expect([program, (await inTheClear("/api/entries")).status]).toEqual([program, 403]);
    const led = await inTheClear("/vault");
    expect([program, led.status, led.header("location")]).toEqual([
      program,
      301,
      expect.stringMatching(/^https:\/\/localhost\/vault$/),
    ]);
  },
);

test.for(installedProxies)("%s writes nothing that passes through it to a file", async (program) => {
  const { tlsPort, ca, output } = await startShipped(aProxy, program, [await bigAnswers()]);
  await expect.poll(async () => (await askOverTls(tlsPort, "/readyz", { ca })).status, { timeout: 30_000 }).toBe(200);
  expect([program, await sendAndReadSlowly(tlsPort, ca, 7 * MiB, 64 * MiB)]).toEqual([program, 64 * MiB]);
  expect([program, output()]).toEqual([program, expect.not.stringContaining("temporary file")]);
});
