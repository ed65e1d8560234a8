import type { IncomingMessage, ServerResponse } from "node:http";
import { type AppError } from "../errors";
import { type ApiResponse, defaultHeaders } from "../http/types";
import { errorBody } from "../http/error-response";
import { endBehind, mustEndBehind } from "./unread-body";

/** Names and values by turns, as `writeHead` takes them: an object of a dozen made anew for each answer costs 3 µs more. */
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
  if (mustEndBehind(incoming)) {
    lines.push("Connection", "close");
    endBehind(incoming, outgoing);
  }
  if (body !== null) lines.push("Content-Length", String(Buffer.byteLength(body)));
  outgoing.writeHead(status, lines);
  outgoing.end(incoming.method === "HEAD" || body === null ? undefined : body);
}

/** An answer that the server itself gives under /api, in the API's own form. */
export function sendError(incoming: IncomingMessage, outgoing: ServerResponse, error: AppError): void {
  sendResponse(incoming, outgoing, {
    status: error.status,
    headers: { "Content-Type": "application/json", ...error.headers },
    body: errorBody(error),
  });
}

/** For what fails before there is a request to answer: the bytes of an error in the API's form. */
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
