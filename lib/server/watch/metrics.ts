import cluster from "node:cluster";
import { version } from "../../../package.json";
import { isSameSecret } from "../../crypto/tokens/token";
import { AppError } from "../../errors";
import type { ApiResponse } from "../../http/types";
import { errorResponse } from "../../http/answer/error-response";
import { metrics, turnMetricsOn } from "../../metrics";
import { runtime } from "../../runtime";
import { lastBackupMetric } from "./last-backup";
import { metricsOfAll, type Snapshot, tellMetrics } from "./worker-metrics";

/** Starts counting if metrics are enabled; a worker also collects for the leader. */
export function beginMetrics(): void {
  const { settings, databaseKind } = runtime();
  if (settings.METRICS_TOKEN === undefined) return;
  turnMetricsOn({ version, node: process.version, database: databaseKind });
  if (cluster.isWorker) tellMetrics(snapshot);
}

/**
 * Prometheus' text format for all processes together. Needs the metrics token; access keys and sessions don't count.
 */
export async function metricsPage(authorization: string | undefined): Promise<ApiResponse> {
  const { settings } = runtime();
  if (settings.METRICS_TOKEN === undefined)
    return errorResponse(new AppError("NOT_FOUND", { message: "Metrics are off: set METRICS_TOKEN to turn them on" }));
  const given = /^bearer[ \t]+([^ \t][^]*)/i.exec(authorization ?? "")?.[1] ?? "";
  if (!isSameSecret(given, settings.METRICS_TOKEN))
    return errorResponse(
      new AppError("AUTH_REQUIRED", {
        message: "Send Authorization: Bearer with the value of METRICS_TOKEN",
      }),
    );
  const [counted, lastBackup] = await Promise.all([
    cluster.isWorker ? metricsOfAll() : ownMetrics(),
    lastBackupMetric(),
  ]);
  return { status: 200, headers: { "Content-Type": metrics.registry.contentType }, body: `${counted}${lastBackup}` };
}

async function ownMetrics(): Promise<string> {
  await look();
  return metrics.registry.metrics();
}

async function snapshot(): Promise<Snapshot> {
  await look();
  return (await metrics.registry.getMetricsAsJSON()) as Snapshot;
}

/** Updates values that are not counted as they happen. */
async function look(): Promise<void> {
  for (const [state, count] of Object.entries(runtime().poolState())) metrics.poolConnections.set({ state }, count);
}
