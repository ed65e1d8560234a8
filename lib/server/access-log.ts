import type { IncomingMessage, ServerResponse } from "node:http";
import type { Observation } from "../http/observation";
import { log } from "../log";
import { metrics } from "../metrics";

/** What is known of a request when it ends. Filled in on its way. */
export type AccessRecord = Partial<Observation> & { area: "api" | "page" | "health" };

/** One line a request, when its answer has left or its client has gone. No path, query, header or body: ids alone. */
export function logAccess(incoming: IncomingMessage, outgoing: ServerResponse, record: AccessRecord): void {
  const began = performance.now();
  outgoing.once("close", () => {
    const ms = Math.round((performance.now() - began) * 100) / 100;
    const contract = record.contract ?? record.area;
    if (metrics.isOn) {
      metrics.requests.inc({ contract, status: outgoing.statusCode });
      metrics.requestSeconds.observe({ contract }, ms / 1000);
    }
    log.info({ event: "request", method: incoming.method, status: outgoing.statusCode, ms, ...record, ...(outgoing.writableFinished ? {} : { aborted: true }) });
  });
}
