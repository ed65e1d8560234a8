import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, send } from "./http";
import type { Settings } from "./settings";

/**
 * As `send`; where the vault, or a proxy before it, takes more in a moment (429) it waits and asks again, within `--timeout` in all:
 * as long as Retry-After says, and where that is missing 1 s, then 2, 4, …
 */
export async function sendWithRetry(
  settings: Settings,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const until = Date.now() + settings.timeoutSeconds * 1_000;
  for (let untoldMs = 1_000; ; untoldMs *= 2) {
    const answer = await send(settings, method, path, body, headers);
    if (answer.status !== 429) return answer;
    const waitMs = toldMs(answer.headers["retry-after"]) ?? untoldMs;
    if (Date.now() + waitMs > until) return answer;
    await sleep(waitMs);
  }
}

/** Seconds or a date (RFC 9110, 10.2.3), at least a second; null where it is neither. */
function toldMs(retryAfter: string | undefined): number | null {
  if (retryAfter === undefined) return null;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(1_000, ms);
}
