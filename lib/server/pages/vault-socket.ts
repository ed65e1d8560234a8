import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { AppError } from "../../errors";
import { loggableError, log } from "../../log";
import { NodeRequest } from "../request/node-request";
import { sendError, sendResponse } from "../request/reply";
import { matchRoute, pageFacts } from "../router";

/**
 * What the pages' process can ask: what the API tells whoever's cookie it sends along, by GET, and the facts for pages.
 * Each page asks for what it shows first, as the browser would, so that no page shows what the API refuses.
 */
export function vaultForPages(): Server {
  return createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch((error: unknown) => {
      log.error({ event: "fault", area: "page", error: loggableError(error) });
      if (!outgoing.headersSent) sendError(incoming, outgoing, new AppError("INTERNAL_ERROR"));
      else outgoing.destroy();
    });
  });
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const pathname = (incoming.url ?? "/").replace(/[?#].*$/s, "");
  if (incoming.method !== "GET") return sendError(incoming, outgoing, new AppError("METHOD_NOT_ALLOWED"));
  if (pathname === "/page-facts") {
    const { cookie } = incoming.headers;
    const response = await pageFacts(
      new Request("http://vault.invalid/page-facts", { headers: cookie ? { cookie } : {} }),
    );
    return sendResponse(incoming, outgoing, {
      status: response.status,
      headers: { "Content-Type": "application/json" },
      body: await response.text(),
    });
  }
  const match = matchRoute(pathname);
  const handler = match?.handlers["GET"];
  if (!handler) return sendError(incoming, outgoing, new AppError("NOT_FOUND"));
  sendResponse(incoming, outgoing, await handler.serve(new NodeRequest(incoming, outgoing), match.params));
}
