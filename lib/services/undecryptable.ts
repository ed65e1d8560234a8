import { loggableError, log } from "../log";
import { metrics } from "../metrics";

/** A stored value did not open: the operator is told which and by what fault, in the log and the metrics. */
export function noteUndecryptable(table: string, rowId: string, error: unknown): void {
  metrics.undecryptable.inc({ table });
  log.error({ event: "undecryptable", table, rowId, error: loggableError(error) });
}
