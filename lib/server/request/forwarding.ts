import type { IncomingMessage } from "node:http";
import { cameByTls, clientAddress } from "./client-address";

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

/** Replaces what a request says of its way here by what this server knows of it. */
export function cleanForwarding(incoming: IncomingMessage): void {
  const { headers } = incoming;
  const address = clientAddress(incoming);
  const secure = cameByTls(incoming);
  for (const name of internalHeaders) Reflect.deleteProperty(headers, name);
  headers["x-forwarded-proto"] = secure ? "https" : "http";
  headers["x-forwarded-for"] = address;
  if (headers.host !== undefined) headers["x-forwarded-host"] = headers.host;
}
