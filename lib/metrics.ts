import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/**
 * The metrics for Prometheus: counts and times by contract, never an id, an address or a request's content. The
 * copies of this module that `next dev` loads, one with every change, share the counts.
 */
export type Metrics = ReturnType<typeof create>;

const holder = globalThis as { [key: symbol]: Metrics | undefined };
export const metrics: Metrics = (holder[Symbol.for("svc.metrics")] ??= create());

function create() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    /**
     * Whether anybody may read the metrics. Counting each request for nobody would take a tenth of a short response.
     */
    isOn: false,
    requests: new Counter({
      name: "svc_http_requests_total",
      help: "Completed requests, by contract (or area) and status",
      labelNames: ["contract", "status"] as const,
      registers,
    }),
    requestSeconds: new Histogram({
      name: "svc_http_request_duration_seconds",
      help: "Time from a request's headers to the end of its response, by contract (or area)",
      labelNames: ["contract"] as const,
      registers,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    }),
    failedLogins: new Counter({
      name: "svc_failed_logins_total",
      help: "Wrong passwords, codes and recovery codes, and throttled attempts",
      labelNames: ["reason"] as const,
      registers,
    }),
    undecryptable: new Counter({
      name: "svc_undecryptable_values_total",
      help: "Times that a stored value could not be decrypted, by table",
      labelNames: ["table"] as const,
      registers,
    }),
    canaryUses: new Counter({
      name: "svc_canary_uses_total",
      help: "Requests with an access key that is a canary",
      registers,
    }),
    buildInfo: new Gauge({
      name: "svc_build_info",
      help: "1, with the versions of the vault and of Node, and the kind of database",
      labelNames: ["version", "node", "database"] as const,
      aggregator: "first",
      registers,
    }),
    poolConnections: new Gauge({
      name: "svc_database_pool_connections",
      help: "Database connections, and requests waiting for one, by state",
      labelNames: ["state"] as const,
      registers,
    }),
  };
}

/**
 * Starts counting and timing requests, and measuring the process's event-loop delay, memory, garbage collection and
 * open handles.
 */
export function turnMetricsOn(build: { version: string; node: string; database: string }): void {
  metrics.isOn = true;
  metrics.buildInfo.set(build, 1);
  collectDefaultMetrics({ register: metrics.registry });
}
