import { isSameSecret } from "../crypto/token";
import { poolState } from "../db/pool";
import { AppError } from "../errors";
import type { Answer } from "../http/exchange";
import { failureReply } from "../http/failure";
import { metrics } from "../metrics";
import { runtime } from "../runtime";

/** Prometheus' text format, for who has the metrics' own token; access keys and sessions don't count. */
export async function metricsPage(authorization: string | undefined): Promise<Answer> {
  const { settings, db } = runtime();
  if (settings.METRICS_TOKEN === undefined) return failureReply(new AppError("NOT_FOUND", { message: "There are no metrics here: set METRICS_TOKEN to have them" }));
  const given = /^bearer[ \t]+([^ \t][^]*)/i.exec(authorization ?? "")?.[1] ?? "";
  if (!isSameSecret(given, settings.METRICS_TOKEN)) return failureReply(new AppError("AUTH_REQUIRED", { message: "Send the metrics' own token: Authorization: Bearer, and what METRICS_TOKEN is set to" }));
  for (const [state, count] of Object.entries(poolState(db))) metrics.poolConnections.set({ state }, count);
  return { status: 200, headers: { "Content-Type": metrics.registry.contentType }, body: await metrics.registry.metrics() };
}
