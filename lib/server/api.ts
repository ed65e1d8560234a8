import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "../errors";
import type { AccessRecord } from "./request/access-log";
import { serveNextAuth } from "./next-auth";
import { isNextAuthPath, refuseNextAuth, refuseWithoutDatabase } from "./next-auth-gate";
import { NodeRequest } from "./request/node-request";
import { sendResponse, sendError } from "./request/reply";
import { allowedMethods, matchRoute } from "./router";

/** Answers `/api/*`: straight from the route handlers, without Next. */
export async function serveApi(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  pathname: string,
  record: AccessRecord,
): Promise<void> {
  const match = matchRoute(pathname);
  const method = incoming.method ?? "GET";
  if (!match && isNextAuthPath(pathname)) {
    record.contract = "next-auth";
    const refusal = refuseNextAuth(incoming, pathname) ?? (await refuseWithoutDatabase());
    if (refusal) return sendError(incoming, outgoing, refusal);
    return serveNextAuth(incoming, outgoing, pathname);
  }
  if (!match) return sendError(incoming, outgoing, new AppError("NOT_FOUND"));
  if (method === "OPTIONS")
    return sendResponse(incoming, outgoing, { status: 204, headers: { Allow: allowedMethods(match) }, body: null });
  const handler = match.handlers[method === "HEAD" ? "GET" : method];
  if (!handler)
    return sendError(
      incoming,
      outgoing,
      new AppError("METHOD_NOT_ALLOWED", { headers: { Allow: allowedMethods(match) } }),
    );
  const reply = await handler.serve(new NodeRequest(incoming, outgoing), match.params);
  Object.assign(record, reply.logFields);
  sendResponse(incoming, outgoing, reply);
}
