import { existsSync, readFileSync } from "node:fs";

/** What the scheduler has counted of a process's main thread so far (ms); undefined where there is no /proc. */
function counted(pid: number): { worked: number; waited: number } | undefined {
  if (!existsSync("/proc/self/schedstat")) return undefined;
  const [worked, waited] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
  return { worked: Number(worked) / 1e6, waited: Number(waited) / 1e6 };
}

/** The processor time (ms) that the main thread of a process has taken so far. 0 where there is no /proc. */
export const mainThreadMs = (pid: number): number => counted(pid)?.worked ?? 0;

/**
 * Rejects if a server gives no answer for this long although its main thread hardly works or waits for a processor: it is
 * stuck, which takes no processor time, and the machine is not slow.
 */
export async function assertAwake(url: string, pid: number, ms: number): Promise<void> {
  const before = counted(pid);
  const isAnswered = await fetch(url, { signal: AbortSignal.timeout(ms) }).then(
    () => true,
    () => false,
  );
  const after = counted(pid);
  if (isAnswered || !before || !after) return;
  if (after.worked - before.worked + after.waited - before.waited < ms / 2) throw new Error("its main thread is stuck");
}
