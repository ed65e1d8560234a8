import { readFileSync, statfsSync } from "node:fs";
import os from "node:os";

const inMemory = "/dev/shm";
const bytesNeeded = 4 * 2 ** 30;

/**
 * Where the tests' vaults keep their files: in memory, where there is plenty of it and programs may run there. A vault
 * syncs each commit, and a disk takes a millisecond or more for that. Nothing is lost by it: tests end processes, never
 * the machine.
 */
export const quickFolder = (): string => (isRoomy() ? inMemory : os.tmpdir());

function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    const mount = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .map((line) => line.split(" "))
      .findLast(([, place]) => place === inMemory);
    return bavail * bsize >= bytesNeeded && mount !== undefined && !mount[3]?.split(",").includes("noexec");
  } catch {
    return false;
  }
}
