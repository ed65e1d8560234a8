import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, send } from "./http";
import type { Settings } from "../settings";

/**
 * Like `send`, but on a 429 of the vault or a proxy it waits and retries, within `--timeout` in total: as long as
 * Retry-After says, or else 1 s, then 2, 4, …
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

/** Retry-After as seconds or a date (RFC 9110, 10.2.3), at least a second; null if it is neither. */
function toldMs(retryAfter: string | undefined): number | null {
  if (retryAfter === undefined) return null;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(1_000, ms);
}
