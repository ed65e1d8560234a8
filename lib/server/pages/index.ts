import type { IncomingMessage, ServerResponse } from "node:http";
import { apiCsp, securityHeaders } from "../../http/answer/security-headers";
import { loggableError, log } from "../../log";
import { nameCharset } from "../request/charset";
import { cleanForwarding } from "../request/forwarding";
import { sendResponse } from "../request/reply";
import { endAfterReply, mustEndAfterReply } from "../request/unread-body";
import { startPages } from "./child";
import { forward, NoAnswer } from "./forward";
import { keptPages, PagesDown } from "./kept";
import { pagesUnavailable } from "./unavailable";

export type PageHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;
export type Pages = { answer: PageHandler; stop(): Promise<void> };

/**
 * The pages, from the build in `folder`: answered by a process of their own, which has Next and no secret, so that this
 * one stays small and no fault in a page reaches the keys.
 */
export function pagesIn(folder: string): Pages {
  const kept = keptPages({
    start: () => startPages(folder),
    isNoAnswer: (error) => error instanceof NoAnswer,
  });
  return {
    async answer(incoming, outgoing) {
      cleanForwarding(incoming);
      nameCharset(outgoing);
      // For responses that bypass the middleware: scripts and styles. A page has its own policy.
      for (const [name, value] of Object.entries(securityHeaders)) outgoing.setHeader(name, value);
      outgoing.setHeader("Content-Security-Policy", apiCsp);
      if (mustEndAfterReply(incoming)) {
        outgoing.setHeader("Connection", "close");
        endAfterReply(incoming, outgoing);
      }
      try {
        await kept.use((place) => forward(incoming, outgoing, place));
      } catch (error) {
        if (!(error instanceof PagesDown || error instanceof NoAnswer))
          log.error({ event: "pages-fault", error: loggableError(error) });
        sendResponse(incoming, outgoing, pagesUnavailable(error instanceof PagesDown ? error.retryAfterSeconds : 1));
      }
    },
    stop: kept.stop,
  };
}
