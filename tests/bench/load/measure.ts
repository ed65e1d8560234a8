import { existsSync, readdirSync, readFileSync } from "node:fs";
import { type Call, Connection, requestText } from "./client";

/**
 * A server's results for one period of load. CPU in ms per request, over all of the process's threads, and of the database's
 * server, if it has one; latencies in ms.
 */
export type Stretch = { requests: number; seconds: number; cpuMs: number; databaseMs: number; latencies: number[] };

/** A process's CPU time in ns, from the scheduler's own count (Linux): the tick counters are too coarse. */
export function cpuNanoseconds(pid: number): number {
  let sum = 0;
  for (const task of readdirSync(`/proc/${pid}/task`))
    sum += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]);
  return sum;
}

/** The same of several, of which some may have ended. */
export const cpuOfAll = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + (existsSync(`/proc/${pid}`) ? cpuNanoseconds(pid) : 0), 0);

/** Resident memory in MB (10^6 bytes). */
export function residentMegabytes(pid: number): number {
  const kibibytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  return (kibibytes * 1024) / 1e6;
}

/**
 * Sends calls over this many connections at once for a while. Any response but a 2xx ends the benchmark, since errors
 * are cheap.
 */
export async function load(
  server: { port: number; pid: number },
  next: () => Call,
  { connections, milliseconds }: { connections: number; milliseconds: number },
  databaseProcesses: () => number[] = () => [],
): Promise<Stretch> {
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(server.port)));
  const latencies: number[] = [];
  const databaseBefore = cpuOfAll(databaseProcesses());
  const cpuBefore = cpuNanoseconds(server.pid);
  const began = performance.now();
  await Promise.all(
    open.map(async (connection) => {
      while (performance.now() - began < milliseconds) {
        const call = next();
        const sent = performance.now();
        const { status } = await connection.send(requestText(call));
        latencies.push(performance.now() - sent);
        if (status >= 300) throw new Error(`${call.method} ${call.path} was answered with ${status}`);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  const cpuMs = (cpuNanoseconds(server.pid) - cpuBefore) / 1e6 / latencies.length;
  const databaseMs = (cpuOfAll(databaseProcesses()) - databaseBefore) / 1e6 / latencies.length;
  for (const connection of open) connection.close();
  return { requests: latencies.length, seconds, cpuMs, databaseMs, latencies };
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
