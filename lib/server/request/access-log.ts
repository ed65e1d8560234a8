import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestLogFields } from "../../http/request/request-log";
import { logSoon } from "../../log";
import { metrics } from "../../metrics";

/**
 * A request's log line, filled in while it is processed and logged when it ends. Only ids: no path, query, header or
 * body.
 */
export type AccessRecord = Partial<RequestLogFields> & {
  event: "request";
  method: string | undefined;
  status: number;
  ms: number;
  area: "api" | "page" | "health";
  aborted?: true;
};

/** Logs a request when its response has been sent or its client has disconnected. */
export function logAccess(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  area: AccessRecord["area"],
): AccessRecord {
  const began = performance.now();
  const record: AccessRecord = { event: "request", method: incoming.method, status: 0, ms: 0, area };
  outgoing.once("close", () => {
    record.status = outgoing.statusCode;
    record.ms = Math.round((performance.now() - began) * 100) / 100;
    if (!outgoing.writableFinished) record.aborted = true;
    if (metrics.isOn) count(record);
    logSoon(record);
  });
  return record;
}

function count({ contract: name, area, status, ms }: AccessRecord): void {
  const contract = name ?? area;
  metrics.requests.inc({ contract, status });
  metrics.requestSeconds.observe({ contract }, ms / 1000);
}
