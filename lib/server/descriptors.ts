import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** File descriptors for the database's files and connections, Next's files and outgoing calls. */
const reserved = 100;

/**
 * How many connections a process may hold so that enough file descriptors remain: all but 100 of its limit, or half of
 * a small limit. Undefined if the system sets no limit.
 */
export function connectionsMax(limit = descriptorLimit()): number | undefined {
  return limit === undefined ? undefined : limit - Math.min(reserved, Math.ceil(limit / 2));
}

/** Of this process, which Node raised at its start to what it may be raised to. */
function descriptorLimit(): number | undefined {
  const asked = fromProc() ?? fromShell();
  return asked !== undefined && /^\d+$/.test(asked) ? Number(asked) : undefined;
}

function fromProc(): string | undefined {
  try {
    return /^Max open files\s+(\S+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
  } catch {
    return undefined;
  }
}

/** Where there is no /proc, as on macOS: a child's limit is its parent's. */
function fromShell(): string | undefined {
  try {
    return execFileSync("/bin/sh", ["-c", "ulimit -n"], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}
