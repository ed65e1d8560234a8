import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Handler = (request: Request, context: { params: Promise<{ nextauth: string[] }> }) => Promise<Response>;

/** The sign-in paths on a port of this process, with the request in the form that the vault's server gives it. */
export async function serveAuth(handler: Handler): Promise<{ baseUrl: string; stop(): Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const headers = new Headers(
        Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
      );
      headers.set("x-forwarded-host", incoming.headers.host ?? "");
      if (!headers.has("x-forwarded-proto")) headers.set("x-forwarded-proto", "http");
      if (!headers.has("x-forwarded-for")) headers.set("x-forwarded-for", "127.0.0.1");
      const url = new URL(incoming.url ?? "", baseUrl);
      const request = new Request(url, {
        method: incoming.method ?? "GET",
        headers,
        ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
      });
      const response = await handler(request, {
        params: Promise.resolve({ nextauth: url.pathname.split("/").slice(3) }),
      });
      outgoing.writeHead(response.status, [...response.headers].flat());
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    })().catch((error: unknown) => outgoing.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
