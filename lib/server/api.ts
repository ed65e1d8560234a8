import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "../errors";
import { observationOf } from "../http/observation";
import type { AccessRecord } from "./access-log";
import { isNextAuthPath, refuseNextAuth, refuseWithoutDatabase } from "./next-auth-gate";
import { sendFailure, sendResponse } from "./reply";
import { allowedMethods, matchRoute } from "./router";
import { toWebRequest } from "./web-request";

export type NextHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** Answers `/api/*`: straight from the route handlers, without Next, except for NextAuth's own paths. */
export async function serveApi(incoming: IncomingMessage, outgoing: ServerResponse, pathname: string, record: AccessRecord, toNext: NextHandler): Promise<void> {
  const match = matchRoute(pathname);
  const method = incoming.method ?? "GET";
  if (!match && isNextAuthPath(pathname)) {
    record.contract = "next-auth";
    const refusal = refuseNextAuth(incoming, pathname) ?? (await refuseWithoutDatabase());
    if (refusal) return sendFailure(incoming, outgoing, refusal);
    outgoing.setHeader("Cache-Control", "no-store");
    // NextAuth knows no HEAD; Node sends no body for one, whoever answers it.
    if (method === "HEAD") incoming.method = "GET";
    return toNext(incoming, outgoing);
  }
  if (!match) return sendFailure(incoming, outgoing, new AppError("NOT_FOUND"));
  if (method === "OPTIONS") return sendResponse(incoming, outgoing, new Response(null, { status: 204, headers: { Allow: allowedMethods(match), "Cache-Control": "no-store" } }));
  const handler = match.handlers[method === "HEAD" ? "GET" : method];
  if (!handler) return sendFailure(incoming, outgoing, new AppError("METHOD_NOT_ALLOWED", { headers: { Allow: allowedMethods(match) } }));
  // The host only completes the URL for parsing; nothing is decided by it.
  const request = toWebRequest(incoming, outgoing, "http://vault.invalid");
  const response = await handler(request, { params: Promise.resolve(match.params) });
  Object.assign(record, observationOf(response));
  await sendResponse(incoming, outgoing, response);
}
