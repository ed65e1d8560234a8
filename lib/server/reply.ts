import type { IncomingMessage, ServerResponse } from "node:http";
import { type AppError } from "../errors";
import type { Answer } from "../http/exchange";
import { apiHeaders, failureBody } from "../http/failure";
import { holdsBackBody } from "./node-request";

/** Writes a reply. `HEAD` gets the headers of `GET`, its length included, and no body. */
export function send(incoming: IncomingMessage, outgoing: ServerResponse, { status, headers, body }: Answer): void {
  if (outgoing.destroyed) return;
  if (holdsBackBody(incoming)) headers = { ...headers, Connection: "close" };
  if (body !== null) headers = { ...headers, "Content-Length": String(Buffer.byteLength(body)) };
  outgoing.writeHead(status, headers);
  outgoing.end(incoming.method === "HEAD" || body === null ? undefined : body);
}

/** An answer that the server itself gives under /api, in the API's own form. */
export function sendFailure(incoming: IncomingMessage, outgoing: ServerResponse, error: AppError): void {
  send(incoming, outgoing, { status: error.status, headers: { ...apiHeaders, "Content-Type": "application/json", ...error.headers }, body: failureBody(error) });
}

/** For what fails before there is a request to answer: the bytes of an error in the API's form. */
export function rawFailure(status: number, reason: string, code: string, message: string, headers: Record<string, string> = {}): string {
  const body = JSON.stringify({ error: message, code });
  const more = Object.entries({ ...apiHeaders, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `HTTP/1.1 ${status} ${reason}\r\n${more}Content-Type: application/json\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
