import { existsSync, readFileSync } from "node:fs";

/**
 * The processor time (ms) that the main thread of a process has taken so far, from the scheduler's own count. 0 where there
 * is no /proc.
 */
export function mainThreadMs(pid: number): number {
  if (!existsSync("/proc/self/schedstat")) return 0;
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
}
