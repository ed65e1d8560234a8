import { Gauge, Registry } from "prom-client";
import { readLastBackup } from "../../db/last-backup";
import { loggableError, log } from "../../log";
import { runtime } from "../../runtime";

/** How long to wait for the database (ms): whoever reads the metrics waits only seconds. */
const timeoutMs = 1_000;

/**
 * The time of the last backup as Prometheus text. It comes from the database rather than from the numbers that
 * processes exchange, so the process that is asked reads it once. Empty if the database can't be read: a wrong time or
 * 0 would be taken at face value.
 */
export async function lastBackupMetric(): Promise<string> {
  try {
    const at = await inTime(readLastBackup(runtime().reads));
    const registry = new Registry();
    new Gauge({
      name: "svc_last_backup_timestamp_seconds",
      help: "The moment that the last backup holds, in seconds since 1970; 0 when none was ever made",
      registers: [registry],
    }).set(at ? at.getTime() / 1000 : 0);
    return await registry.metrics();
  } catch (error) {
    log.warn({ event: "last-backup-not-read", error: loggableError(error) });
    return "";
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>(
    (_, reject) => (late = setTimeout(() => reject(new Error("the database did not answer in time")), timeoutMs)),
  );
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(late));
}
