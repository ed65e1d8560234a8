import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import { type AppError } from "../../errors";
import { type ApiResponse, defaultHeaders, isInPieces } from "../../http/types";
import { errorBody } from "../../http/answer/error-response";
import { endAfterReply, mustEndAfterReply } from "./unread-body";

/**
 * Alternating names and values, as `writeHead` accepts them: creating an object of a dozen for each response costs 3 µs
 * more.
 */
const everyAnswer = Object.entries(defaultHeaders).flat();

/** Writes a reply. `HEAD` gets the headers of `GET`, its length included, and no body. */
export function sendResponse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, headers, body }: ApiResponse,
): void {
  if (outgoing.destroyed) return;
  const lines = [...everyAnswer];
  for (const name of Object.keys(headers)) lines.push(name, headers[name] ?? "");
  if (mustEndAfterReply(incoming)) {
    lines.push("Connection", "close");
    endAfterReply(incoming, outgoing);
  }
  if (isInPieces(body)) {
    outgoing.writeHead(status, lines);
    // What breaks off has no last chunk, by which the client knows. `route` has logged why, unless the client is gone.
    if (incoming.method === "HEAD") outgoing.end();
    else pipeline(Readable.from(body), outgoing, () => {});
    return;
  }
  if (body !== null) lines.push("Content-Length", String(Buffer.byteLength(body)));
  outgoing.writeHead(status, lines);
  outgoing.end(incoming.method === "HEAD" || body === null ? undefined : body);
}

/** A response by the server itself under /api, in the API's format. */
export function sendError(incoming: IncomingMessage, outgoing: ServerResponse, error: AppError): void {
  sendResponse(incoming, outgoing, {
    status: error.status,
    headers: { "Content-Type": "application/json", ...error.headers },
    body: errorBody(error),
  });
}

/** For failures before there is a request: an error's raw bytes in the API's format. */
export function rawErrorResponse(
  status: number,
  reason: string,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): string {
  const body = JSON.stringify({ error: message, code });
  const more = Object.entries({ ...defaultHeaders, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
  return `HTTP/1.1 ${status} ${reason}\r\n${more}Content-Type: application/json\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
