import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type nextConfig from "next/dist/server/config";
import { prepareNextEnvironment } from "../env";
import { apiCsp, securityHeaders } from "../http/security-headers";
import type { NextHandler } from "./api";
import { nameCharset } from "./charset";
import { cameByTls, clientAddress } from "./client-address";
import { endBehind, mustEndBehind } from "./unread-body";

/**
 * Next, for the pages and NextAuth. Loaded at the first request that needs it, so that a vault that only scripts use
 * starts at once and stays small.
 */
export function nextPages(folder: string): NextHandler {
  let ready: Promise<(incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>> | undefined;
  const load = async () => {
    prepareNextEnvironment(folder);
    const { default: next } = await import("next");
    await readSettingsQuietly(folder);
    // Next handles the upgrades of every server it knows, including those for the API, and drops them. So it gets a
    // server that nobody can reach.
    const app = next({ dev: false, dir: folder, customServer: true, httpServer: createServer() });
    await app.prepare();
    return app.getRequestHandler();
  };
  return async (incoming, outgoing) => {
    cleanForwarding(incoming);
    nameCharset(outgoing);
    // For responses that bypass the middleware: NextAuth, scripts and styles. A page has its own policy.
    for (const [name, value] of Object.entries(securityHeaders)) outgoing.setHeader(name, value);
    outgoing.setHeader("Content-Security-Policy", apiCsp);
    // Next reads a body only for POST.
    if (incoming.method !== "POST" && mustEndBehind(incoming)) {
      outgoing.setHeader("Connection", "close");
      endBehind(incoming, outgoing);
    }
    ready ??= load();
    const handle = await ready;
    await handle(incoming, outgoing);
  };
}

/** Next reads its settings once: when its server is the first to, it prints how long that took, between the log's lines. */
async function readSettingsQuietly(folder: string): Promise<void> {
  const { default: loadConfig } = createRequire(import.meta.url)("next/dist/server/config") as {
    default: typeof nextConfig;
  };
  await loadConfig("phase-production-server", folder, { silent: true });
}

/** Headers that Next or NextAuth would trust and that only this server may set. */
const internalHeaders = [
  "x-middleware-subrequest",
  "x-middleware-rewrite",
  "x-nonce",
  "next-action",
  "x-forwarded-host",
  "x-forwarded-for",
  "x-forwarded-port",
  "x-http-method-override",
  "content-security-policy",
];

function cleanForwarding(incoming: IncomingMessage): void {
  const { headers } = incoming;
  const address = clientAddress(incoming);
  const secure = cameByTls(incoming);
  for (const name of internalHeaders) Reflect.deleteProperty(headers, name);
  headers["x-forwarded-proto"] = secure ? "https" : "http";
  headers["x-forwarded-for"] = address;
  if (headers.host !== undefined) headers["x-forwarded-host"] = headers.host;
}
