import cluster, { type Worker } from "node:cluster";
import { log } from "../../log";
import { stopNow } from "./lifecycle";

/** The delay before an ended worker is replaced, so that one which can't start doesn't keep the machine busy. */
const restartAfterMs = 1_000;

/**
 * Runs `count` processes of this program, which share one port, and replaces those that end. SIGTERM and SIGINT stop
 * all of them cleanly, a second one without the configured delay; signals in `passOn` are passed to each. Resolves with
 * the port once every process listens, or with null if one ended before it did: then the others are stopped, and that
 * one has reported the reason.
 */
export function runWorkers(count: number, passOn: readonly NodeJS.Signals[] = []): Promise<number | null> {
  let stopping = false;
  const running = () => Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker !== undefined);
  const stop = (exitCode: number) => {
    if (stopping) {
      for (const worker of running()) worker.send(stopNow);
      return;
    }
    stopping = true;
    process.exitCode = exitCode;
    for (const worker of running()) worker.process.kill("SIGTERM");
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stop(0));
  for (const signal of passOn) process.on(signal, () => running().forEach((worker) => worker.process.kill(signal)));

  return new Promise((resolve) => {
    const listening = new Set<number>();
    cluster.on("listening", (worker, { port }) => {
      listening.add(worker.id);
      if (listening.size === count) resolve(port);
    });
    cluster.on("exit", (worker, code, signal) => {
      if (stopping) return;
      if (listening.size < count) {
        stop(code || 1);
        resolve(null);
        return;
      }
      log.error({ event: "worker-ended", worker: worker.id, ...(signal ? { signal } : { exitCode: code }) });
      setTimeout(() => stopping || cluster.fork(), restartAfterMs);
    });
    for (let started = 0; started < count; started += 1) cluster.fork();
  });
}
