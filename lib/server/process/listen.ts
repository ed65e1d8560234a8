import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer, type Server as TlsServer } from "node:https";
import type { Socket } from "node:net";
import { type Certificate, secureContextOf } from "../../crypto/certificate";
import { AppError, UnrecordedError } from "../../errors";
import { hsts } from "../../http/answer/security-headers";
import { loggableError, log } from "../../log";
import { logAccess } from "../request/access-log";
import { serveApi } from "../api";
import { cameByTls } from "../request/client-address";
import { BoundedRequest, endWith, isEnding, lastOf, oneAtATime, readThroughStream } from "../request/connection";
import { connectionsMax } from "./descriptors";
import { health, readiness } from "../watch/health";
import { isForKnownHost } from "../request/known-host";
import { metricsPage } from "../watch/metrics";
import type { PageHandler } from "../pages";
import { rawErrorResponse, sendResponse, sendError } from "../request/reply";
import { faultOf, isPlainPath, originForm } from "../request/well-formed";

/** Client time limits (ms): for a request's headers, for all of it, and between two requests. */
const timeLimits = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
};

/** How long a connection may be idle (ms) if a client does not read its response; longer than any response takes. */
export const stillMsMax = 180_000;

const limits = {
  IncomingMessage: BoundedRequest,
  maxHeaderSize: 16 * 1024,
  // Node would answer a missing Host itself, with an empty body.
  requireHostHeader: false,
};

/** The HTTP server: the API and health itself, the rest by the pages' process. */
export function createVaultServer(toPages: PageHandler, timeLimitChanges: Partial<typeof timeLimits> = {}): Server {
  return prepared(createServer({ ...limits, ...timeLimits, ...timeLimitChanges }), toPages);
}

/** The same over TLS only: a connection with anything else, including plain HTTP, is closed without a response. */
export function createTlsVaultServer(
  toPages: PageHandler,
  certificate: Certificate,
  timeLimitChanges: Partial<typeof timeLimits> = {},
): TlsServer {
  const times = { ...timeLimits, ...timeLimitChanges };
  const server = createTlsServer({
    ...limits,
    ...times,
    handshakeTimeout: times.headersTimeout,
    ...secureContextOf(certificate),
  });
  return prepared(server.on("secureConnection", readThroughStream), toPages);
}

function prepared<S extends Server | TlsServer>(server: S, toPages: PageHandler): S {
  // Headers are limited by bytes: a limit by number would drop lines that a proxy added.
  server.maxHeadersCount = 0;
  server.timeout = stillMsMax;
  const connections = connectionsMax();
  if (connections !== undefined) server.maxConnections = connections;
  const serve = oneAtATime((incoming, outgoing) => void answer(incoming, outgoing, toPages));
  server.on("request", serve);
  // The client is told to send the body only when a handler reads it.
  server.on("checkContinue", serve);
  server.on("checkExpectation", serve);
  // Only reached by a connection with too many waiting requests (BoundedRequest).
  server.on("upgrade", (_incoming: IncomingMessage, socket: Socket) => socket.destroy());
  server.on("clientError", answerBrokenRequest);
  return server;
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse, toPages: PageHandler): Promise<void> {
  const target = originForm(incoming.url ?? "/");
  const pathname = target.replace(/[?#].*$/s, "");
  const area =
    pathname === "/api" || pathname.startsWith("/api/")
      ? "api"
      : ["/healthz", "/readyz", "/metrics"].includes(pathname)
        ? "health"
        : "page";
  const record = logAccess(incoming, outgoing, area);
  // Browsers ignore it unless the response came over TLS, here or at a proxy.
  if (cameByTls(incoming)) outgoing.setHeader("Strict-Transport-Security", hsts);
  // Node drops data that follows, in the same packet, a request for another protocol or a tunnel.
  if (incoming.headers.upgrade !== undefined || incoming.method === "CONNECT")
    outgoing.setHeader("Connection", "close");
  try {
    if (incoming.method === "CONNECT") return sendError(incoming, outgoing, noProxy());
    const fault = faultOf(incoming);
    if (fault?.endsIt) outgoing.setHeader("Connection", "close");
    if (fault) return sendError(incoming, outgoing, new AppError("VALIDATION_ERROR", { message: fault.message }));
    if (area !== "health" && !isForKnownHost(incoming))
      return sendError(incoming, outgoing, new AppError("HOST_UNKNOWN"));
    incoming.url = target;
    if (area === "api") await serveApi(incoming, outgoing, pathname, record);
    else if (area === "health") await serveHealth(incoming, outgoing, pathname);
    else await servePage(incoming, outgoing, toPages);
  } catch (error) {
    const event = error instanceof UnrecordedError ? "not-recorded" : "fault";
    log.error({ event, area, error: loggableError(error) });
    if (!outgoing.headersSent) sendError(incoming, outgoing, new AppError("INTERNAL_ERROR"));
    else outgoing.destroy();
  }
}

const noProxy = () =>
  new AppError("METHOD_NOT_ALLOWED", {
    message: "This is not a proxy",
    headers: { Allow: "GET, HEAD, POST, PUT, DELETE, OPTIONS" },
  });

async function serveHealth(incoming: IncomingMessage, outgoing: ServerResponse, pathname: string): Promise<void> {
  if (incoming.method !== "GET" && incoming.method !== "HEAD") return refuseMethod(incoming, outgoing);
  if (pathname === "/healthz") return sendResponse(incoming, outgoing, health());
  if (pathname === "/readyz") return sendResponse(incoming, outgoing, await readiness());
  return sendResponse(incoming, outgoing, await metricsPage(incoming.headers.authorization));
}

/** Pages are read-only: their process gets only GET and HEAD, so no server action either. */
async function servePage(incoming: IncomingMessage, outgoing: ServerResponse, toPages: PageHandler): Promise<void> {
  if (incoming.method !== "GET" && incoming.method !== "HEAD") return refuseMethod(incoming, outgoing);
  if (!isPlainPath(incoming.url ?? "/"))
    return sendResponse(incoming, outgoing, {
      status: 400,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
      body: "Bad request\n",
    });
  await toPages(incoming, outgoing);
}

const refuseMethod = (incoming: IncomingMessage, outgoing: ServerResponse) =>
  sendError(incoming, outgoing, new AppError("METHOD_NOT_ALLOWED", { headers: { Allow: "GET, HEAD" } }));

/** Connections whose last response is decided and pending: further data on them is ignored. */
const broken = new WeakSet<Socket>();

/**
 * Answers what Node could not parse or timed out on, in the API's format, in order among the responses and only once.
 */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  // Node reports every later packet again.
  if (isEnding(socket)) return;
  const { incoming, outgoing, before } = lastOf(socket) ?? {};
  const isAnswered = incoming?.complete === false && outgoing?.headersSent === true;
  // A connection made in advance, or its request is lost on the way: a proxy would pass on a 408 as the answer to a request
  // that it has only just sent. A connection that merely ends lets it ask another vault.
  const isUnasked = socket.bytesRead === 0;
  // Not an HTTP error but one of the connection or TLS: there is nobody to answer.
  if (!socket.writable || !/^(HPE|ERR_HTTP)_/.test(error.code ?? "") || isAnswered || isUnasked) {
    socket.destroy();
    return;
  }
  // The broken data followed a request that is still pending: answer after it, unless it is that request's body.
  const earlier = incoming?.complete ? outgoing : before;
  if (earlier && !earlier.writableFinished) {
    if (!broken.has(socket)) earlier.once("finish", () => answerBrokenRequest(error, socket.resume()));
    broken.add(socket.pause());
    return;
  }
  if (error.code === "HPE_HEADER_OVERFLOW")
    endWith(
      socket,
      rawErrorResponse(
        431,
        "Request Header Fields Too Large",
        "VALIDATION_ERROR",
        "The headers are too large: at most 16 KiB",
      ),
    );
  else if (error.code === "ERR_HTTP_REQUEST_TIMEOUT")
    endWith(socket, rawErrorResponse(408, "Request Timeout", "VALIDATION_ERROR", "The request did not arrive in time"));
  else endWith(socket, rawErrorResponse(400, "Bad Request", "VALIDATION_ERROR", "This is not valid HTTP"));
}
