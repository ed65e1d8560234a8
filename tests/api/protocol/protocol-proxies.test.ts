import { Agent, createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { sharedBaseUrl } from "../../support/callers/actors";
import { freePort } from "../../support/programs/free-port";
import { installedProxies, ownProxies, type ProxyProgram } from "../../support/programs/proxies";
import { connect, requestBytes } from "../../support/http/raw-http";

const startProxy = ownProxies();
const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close().closeAllConnections()));

/** Each passes on bodies as they arrive, and reuses its connections to the vault. */
const configs: Record<ProxyProgram, (port: number, vault: string) => string> = {
  caddy: (port, vault) => `{\n\tauto_https off\n}\nhttp://127.0.0.1:${port} {\n\treverse_proxy ${vault}\n}\n`,
  haproxy: (port, vault) =>
    `defaults\n  mode http\n  timeout client 60s\n  timeout connect 5s\n  timeout server 60s\n  http-reuse always\nfrontend clients\n  bind 127.0.0.1:${port}\n  default_backend vault\nbackend vault\n  server vault ${vault}\n`,
  nginx: (port, vault) =>
    `upstream vault { server ${vault}; keepalive 4; }\nserver {\n  listen 127.0.0.1:${port};\n  client_max_body_size 0;\n  location / { proxy_pass http://vault; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host; proxy_request_buffering off; }\n}\n`,
};

/** A proxy in Node, for machines without any other: one connection for everybody. */
async function nodeProxy(vault: string): Promise<string> {
  const { hostname, port } = new URL(vault);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const server = createServer((incoming, outgoing) => {
    const onward = request(
      { agent, hostname, port, method: incoming.method, path: incoming.url, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on("error", () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    incoming.pipe(onward);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function proxied(program: ProxyProgram | "node"): Promise<string> {
  if (program === "node") return nodeProxy(sharedBaseUrl());
  const port = await freePort();
  await startProxy(program, () => configs[program](port, new URL(sharedBaseUrl()).host), [port]);
  return `http://127.0.0.1:${port}`;
}

const MiB = 1024 * 1024;

/** Sends a body that is refused, in chunks or with a length. Returns the status if one was read. */
async function sendRefused(baseUrl: string, target: string, size: number, isChunked: boolean): Promise<number | null> {
  const client = connect(baseUrl);
  const told: Record<string, string> = isChunked
    ? { "Transfer-Encoding": "chunked" }
    : { "Content-Length": String(size) };
  client.write(
    requestBytes("POST", target, { Host: new URL(baseUrl).host, "Content-Type": "application/json", ...told }),
  );
  const part = " ".repeat(64 * 1024);
  for (let sent = 0; sent < size; sent += part.length) client.write(isChunked ? `10000\r\n${part}\r\n` : part);
  if (isChunked) client.write("0\r\n\r\n");
  const status = await client.answer().then(
    (answer) => answer.status,
    () => null,
  );
  client.destroy();
  return status;
}

test.for(["node", ...installedProxies] as const)(
  "behind %s a refused body of any size does not affect other clients",
  async (program) => {
    const baseUrl = await proxied(program);
    const statuses: number[] = [];
    let isOver = false;
    const other = async () => {
      while (!isOver) {
        const response = await fetch(`${baseUrl}/api/auth/register`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: "{}",
        });
        await response.arrayBuffer();
        statuses.push(response.status);
      }
    };
    const others = [other(), other()];
    for (const target of ["/api/auth/register", "/api/categories", "/api/nowhere"]) {
      for (const isChunked of [true, false]) {
        for (const size of [64 * 1024, 1.25 * MiB, 3 * MiB, 12 * MiB]) {
          // A proxy may disconnect a client that keeps sending after a response. It must not claim that the vault is
          // gone.
          expect([401, 404, 413, 400, null]).toContain(await sendRefused(baseUrl, target, size, isChunked));
          const seen = statuses.length;
          await expect.poll(() => statuses.length, { timeout: 20_000 }).toBeGreaterThan(seen + 2);
        }
      }
    }
    isOver = true;
    await Promise.all(others);
    expect([...new Set(statuses)]).toEqual([400]);
  },
);
