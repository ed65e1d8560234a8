// The processes of this machine, as Linux tells of them.
import { readdirSync, readFileSync } from "node:fs";

/** Sends a signal to a process, unless it has ended by itself. */
export function kill(id, signal = "SIGKILL") {
  try {
    process.kill(id, signal);
  } catch {
    // It ended by itself.
  }
}

/** The process that started this one; undefined if it has ended. The program's name stands in brackets and may hold any. */
function parentOf(id) {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, "utf8");
    const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(parent);
  } catch {
    return undefined;
  }
}

/** A process and those that it started, as long as it lives. */
export function familyOf(id) {
  const all = readdirSync("/proc").map(Number).filter(Number.isInteger);
  const parents = new Map(all.map((one) => [one, parentOf(one)]));
  const family = [id];
  for (const parent of family) family.push(...all.filter((one) => parents.get(one) === parent));
  return family;
}
