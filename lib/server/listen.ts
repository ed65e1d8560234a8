import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer, type Server as TlsServer } from "node:https";
import type { Socket } from "node:net";
import { type Certificate, secureContextOf } from "../crypto/certificate";
import { AppError } from "../errors";
import { hsts } from "../http/security-headers";
import { loggableError, log } from "../log";
import { logAccess } from "./access-log";
import { type NextHandler, serveApi } from "./api";
import { cameByTls } from "./client-address";
import { BoundedRequest, endWith, lastOf, oneAtATime, readThroughStream } from "./connection";
import { connectionsMax } from "./descriptors";
import { health, readiness } from "./health";
import { isForKnownHost } from "./known-host";
import { metricsPage } from "./metrics";
import { rawErrorResponse, sendResponse, sendError } from "./reply";
import { faultOf, isPlainPath, originForm } from "./well-formed";

/** How long a client may take (ms): for a request's headers, for all of it, and between two requests. */
const timeLimits = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
};

/** How long nothing may move on a connection (ms): for a client that does not read its answer; longer than any answer is worked on. */
const stillMsMax = 180_000;

const limits = {
  IncomingMessage: BoundedRequest,
  maxHeaderSize: 16 * 1024,
  // Node would answer a missing Host itself, with an empty body.
  requireHostHeader: false,
};

/** The HTTP server: the API and health itself, the rest by Next. */
export function createVaultServer(toNext: NextHandler, patience: Partial<typeof timeLimits> = {}): Server {
  return prepared(createServer({ ...limits, ...timeLimits, ...patience }), toNext);
}

/** The same over TLS alone: whatever else is spoken to it, plain HTTP too, has its connection closed without a word. */
export function createTlsVaultServer(
  toNext: NextHandler,
  certificate: Certificate,
  patience: Partial<typeof timeLimits> = {},
): TlsServer {
  const times = { ...timeLimits, ...patience };
  const server = createTlsServer({
    ...limits,
    ...times,
    handshakeTimeout: times.headersTimeout,
    ...secureContextOf(certificate),
  });
  return prepared(server.on("secureConnection", readThroughStream), toNext);
}

function prepared<S extends Server | TlsServer>(server: S, toNext: NextHandler): S {
  // Of headers their bytes are bounded; what is dropped beyond a number could be what a proxy added.
  server.maxHeadersCount = 0;
  server.timeout = stillMsMax;
  const connections = connectionsMax();
  if (connections !== undefined) server.maxConnections = connections;
  const serve = oneAtATime((incoming, outgoing) => void answer(incoming, outgoing, toNext));
  server.on("request", serve);
  // The body is asked for when a handler wants it; until then the client waits.
  server.on("checkContinue", serve);
  server.on("checkExpectation", serve);
  // Only a connection on which too many requests wait comes here (BoundedRequest).
  server.on("upgrade", (_incoming: IncomingMessage, socket: Socket) => socket.destroy());
  server.on("clientError", answerBrokenRequest);
  return server;
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse, toNext: NextHandler): Promise<void> {
  const target = originForm(incoming.url ?? "/");
  const pathname = target.replace(/[?#].*$/s, "");
  const area =
    pathname === "/api" || pathname.startsWith("/api/")
      ? "api"
      : ["/healthz", "/readyz", "/metrics"].includes(pathname)
        ? "health"
        : "page";
  const record = logAccess(incoming, outgoing, area);
  // Elsewhere than behind a proxy that ends TLS it is ignored by browsers, whoever asks for it.
  if (cameByTls(incoming)) outgoing.setHeader("Strict-Transport-Security", hsts);
  // Node drops what came in one packet behind a request that asks for another protocol, or for a tunnel.
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
    if (area === "api") await serveApi(incoming, outgoing, pathname, record, toNext);
    else if (area === "health") await serveHealth(incoming, outgoing, pathname);
    else await servePage(incoming, outgoing, toNext);
  } catch (error) {
    log.error({ event: "fault", area, error: loggableError(error) });
    if (!outgoing.headersSent) sendError(incoming, outgoing, new AppError("INTERNAL_ERROR"));
    else outgoing.destroy();
  }
}

const noProxy = () =>
  new AppError("METHOD_NOT_ALLOWED", {
    message: "This is no proxy",
    headers: { Allow: "GET, HEAD, POST, PUT, DELETE, OPTIONS" },
  });

async function serveHealth(incoming: IncomingMessage, outgoing: ServerResponse, pathname: string): Promise<void> {
  if (incoming.method !== "GET" && incoming.method !== "HEAD") return refuseMethod(incoming, outgoing);
  if (pathname === "/healthz") return sendResponse(incoming, outgoing, health());
  if (pathname === "/readyz") return sendResponse(incoming, outgoing, await readiness());
  return sendResponse(incoming, outgoing, await metricsPage(incoming.headers.authorization));
}

/** Pages are read: no method but GET and HEAD, so no server action either, gets through to Next. */
async function servePage(incoming: IncomingMessage, outgoing: ServerResponse, toNext: NextHandler): Promise<void> {
  if (incoming.method !== "GET" && incoming.method !== "HEAD") return refuseMethod(incoming, outgoing);
  if (!isPlainPath(incoming.url ?? "/"))
    return sendResponse(incoming, outgoing, {
      status: 400,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
      body: "Bad request\n",
    });
  await toNext(incoming, outgoing);
}

const refuseMethod = (incoming: IncomingMessage, outgoing: ServerResponse) =>
  sendError(incoming, outgoing, new AppError("METHOD_NOT_ALLOWED", { headers: { Allow: "GET, HEAD" } }));

/** Connections whose last answer is decided, and comes behind another that is still to be taken: nothing more of them counts. */
const broken = new WeakSet<Socket>();

/** What Node could not parse or waited for in vain, in the API's form: at its place among the answers, and never as a second one. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  const { incoming, outgoing, before } = lastOf(socket) ?? {};
  const isAnswered = incoming?.complete === false && outgoing?.headersSent === true;
  // What is no fault of HTTP is one of the connection or of TLS: there is nobody to answer.
  if (!socket.writable || !/^(HPE|ERR_HTTP)_/.test(error.code ?? "") || isAnswered) {
    socket.destroy();
    return;
  }
  // What is broken came behind a request that is still to be answered: behind the last one, or it is the last one's body.
  const earlier = incoming?.complete ? outgoing : before;
  if (earlier && !earlier.writableFinished) {
    // Node tells of every packet behind it again.
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
