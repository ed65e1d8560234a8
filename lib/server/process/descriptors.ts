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

/** This process's limit, which Node has raised to the highest allowed value at its start. */
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

/** Without /proc, as on macOS: a child process has its parent's limit. */
function fromShell(): string | undefined {
  try {
    return execFileSync("/bin/sh", ["-c", "ulimit -n"], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}
