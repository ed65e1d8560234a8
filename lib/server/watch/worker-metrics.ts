import cluster, { type Worker } from "node:cluster";
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from "prom-client";
import { loggableError, log } from "../../log";

/** One process's metrics, as Prometheus' client gives them. */
export type Snapshot = MetricObjectWithValues<MetricValue<string>>[];

type ToLeader = { metrics: "ask"; id: number } | { metrics: "told"; round: number; snapshot: Snapshot };
type ToWorker = { metrics: "collect"; round: number } | { metrics: "answer"; id: number; text: string };

const isOurs = (message: unknown): message is { metrics: string } =>
  typeof message === "object" && message !== null && "metrics" in message;

/** A process that has not reported within this time (ms) counts with its last report. */
const patienceMs = 1_000;

/**
 * In the leader: aggregates the metrics of all processes whenever one of them is asked. Counts and times of an ended
 * process stay in the sums as last reported; otherwise the sums would fall, as if all had restarted.
 */
export function gatherMetrics(): void {
  const last = new Map<number, Snapshot>();
  let ended: Promise<Snapshot> = Promise.resolve([]);
  let rounds = 0;

  const told = (worker: Worker): Promise<Snapshot> =>
    new Promise((resolve) => {
      const round = (rounds += 1);
      const settle = (snapshot: Snapshot) => {
        clearTimeout(late);
        worker.off("message", hear).off("exit", gone);
        resolve(snapshot);
      };
      const hear = (message: ToLeader) => {
        if (!isOurs(message) || message.metrics !== "told" || message.round !== round) return;
        last.set(worker.id, message.snapshot);
        settle(message.snapshot);
      };
      const gone = () => settle([]);
      const late = setTimeout(() => settle(last.get(worker.id) ?? []), patienceMs);
      worker.on("message", hear).once("exit", gone);
      worker.send({ metrics: "collect", round } satisfies ToWorker, (error) => error && settle([]));
    });

  cluster.on("exit", ({ id }) => {
    const counts = (last.get(id) ?? []).filter(({ type }) => ["counter", "histogram"].includes(String(type)));
    ended = ended.then(
      (before) => AggregatorRegistry.aggregate([before, counts]).getMetricsAsJSON() as Promise<Snapshot>,
    );
    last.delete(id);
  });
  cluster.on("message", (asking: Worker, message: ToLeader) => {
    if (!isOurs(message) || message.metrics !== "ask") return;
    const workers = Object.values(cluster.workers ?? {}).filter(
      (worker): worker is Worker => worker?.isConnected() === true,
    );
    Promise.all(workers.map(told))
      .then(async (snapshots) => AggregatorRegistry.aggregate([...snapshots, await ended]).metrics())
      .then((text) => {
        const answer: ToWorker = { metrics: "answer", id: message.id, text };
        // With a callback: otherwise a channel that closes just now tells of it by an event that ends the process.
        if (asking.isConnected()) asking.send(answer, () => {});
      })
      .catch((error: unknown) => log.error({ event: "metrics-not-told", error: loggableError(error) }));
  });
}

let asked = 0;
const waiting = new Map<number, (text: string) => void>();

/** In a worker: reports this process's metrics to the leader on request. */
export function tellMetrics(snapshot: () => Promise<Snapshot>): void {
  process.on("message", (message: ToWorker) => {
    if (!isOurs(message)) return;
    if (message.metrics === "collect")
      snapshot()
        .then((numbers) =>
          process.send?.({ metrics: "told", round: message.round, snapshot: numbers } satisfies ToLeader),
        )
        .catch((error: unknown) => log.error({ event: "metrics-not-told", error: loggableError(error) }));
    else {
      waiting.get(message.id)?.(message.text);
      waiting.delete(message.id);
    }
  });
}

/** In a worker: the metrics of all processes together, as Prometheus text. */
export function metricsOfAll(): Promise<string> {
  return new Promise((resolve) => {
    const id = (asked += 1);
    waiting.set(id, resolve);
    process.send?.({ metrics: "ask", id } satisfies ToLeader);
  });
}
