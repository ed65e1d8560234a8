import { existsSync, readFileSync } from "node:fs";

/** Clock ticks of /proc a second: the same on every Linux that Node runs on (`getconf CLK_TCK`). */
const ticksPerSecond = 100;

/** The processor time (ms) that the main thread of a process has taken so far, by user and system. 0 where there is no /proc. */
export function mainThreadMs(pid: number): number {
  if (!existsSync("/proc/self/stat")) return 0;
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, "utf8");
  // The name in brackets, which may hold anything, is the second field; user and system time are the 14th and 15th.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
}
