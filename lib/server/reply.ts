import type { IncomingMessage, ServerResponse } from "node:http";
import { type AppError } from "../errors";
import { apiHeaders, failureBody } from "../http/failure";
import { holdsBackBody } from "./web-request";

/** Writes a handler's reply. `HEAD` gets the headers of `GET`, its length included, and no body. */
export async function sendResponse(incoming: IncomingMessage, outgoing: ServerResponse, response: Response): Promise<void> {
  const body = response.status === 204 ? null : Buffer.from(await response.arrayBuffer());
  send(incoming, outgoing, response.status, response.headers, body);
}

/** An answer that the server itself gives under /api, in the API's own form. */
export function sendFailure(incoming: IncomingMessage, outgoing: ServerResponse, error: AppError): void {
  const headers = new Headers({ ...apiHeaders, "Content-Type": "application/json", ...error.headers });
  send(incoming, outgoing, error.status, headers, Buffer.from(failureBody(error)));
}

function send(incoming: IncomingMessage, outgoing: ServerResponse, status: number, headers: Headers, body: Buffer | null): void {
  if (outgoing.destroyed) return;
  outgoing.statusCode = status;
  outgoing.setHeaders(headers);
  if (holdsBackBody(incoming)) outgoing.setHeader("Connection", "close");
  if (body) outgoing.setHeader("Content-Length", body.byteLength);
  outgoing.end(incoming.method === "HEAD" || !body ? undefined : body);
}

/** For what fails before there is a request to answer: the bytes of an error in the API's form. */
export function rawFailure(status: number, reason: string, code: string, message: string, headers: Record<string, string> = {}): string {
  const body = JSON.stringify({ error: message, code });
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `HTTP/1.1 ${status} ${reason}\r\n${more}Content-Type: application/json\r\nCache-Control: no-store\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
