import type { IncomingMessage, ServerResponse } from "node:http";
import { defaultHeaders } from "../http/types";
import { cleanForwarding } from "./request/forwarding";
import { NodeRequest } from "./request/node-request";
import { nextAuthRoute } from "./router";

/** NextAuth's own paths under /api/auth. */
export async function serveNextAuth(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  pathname: string,
): Promise<void> {
  cleanForwarding(incoming);
  // NextAuth does not support HEAD; Node never sends a body for one.
  const method = incoming.method === "POST" ? "POST" : "GET";
  const body = await bodyOf(incoming, outgoing);
  if (body === null) return;
  const { host = "vault.invalid", "x-forwarded-proto": protocol } = incoming.headers;
  const request = new Request(`${String(protocol)}://${host}${incoming.url ?? pathname}`, {
    method,
    headers: Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, [value].flat().join(", ")]],
    ),
    ...(method === "POST" ? { body } : {}),
  });
  const response = await nextAuthRoute[method](request, {
    params: Promise.resolve({ nextauth: pathname.split("/").slice(3) }),
  });
  await send(outgoing, response);
}

/** A small form, as `refuseNextAuth` has checked; null if the client went away while it was sending it. */
async function bodyOf(incoming: IncomingMessage, outgoing: ServerResponse): Promise<Buffer<ArrayBuffer> | null> {
  const parts: Uint8Array[] = [];
  try {
    for await (const part of new NodeRequest(incoming, outgoing).body ?? []) parts.push(part);
  } catch {
    outgoing.destroy();
    return null;
  }
  return Buffer.concat(parts);
}

async function send(outgoing: ServerResponse, response: Response): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  if (outgoing.destroyed) return;
  for (const [name, value] of Object.entries(defaultHeaders)) outgoing.setHeader(name, value);
  // Nothing here may be kept, whatever next-auth thinks of it.
  for (const [name, value] of response.headers)
    if (name !== "set-cookie" && name !== "cache-control") outgoing.setHeader(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader("Set-Cookie", cookies);
  outgoing.setHeader("Content-Length", body.length);
  outgoing.writeHead(response.status);
  outgoing.end(body);
}
