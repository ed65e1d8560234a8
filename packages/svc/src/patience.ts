import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, send } from "./http";
import type { Settings } from "./settings";

/** As `send`; where the vault takes more in a moment (429 with Retry-After) it waits and asks again, within `--timeout` in all. */
export async function sendPatiently(settings: Settings, method: string, path: string, body?: unknown): Promise<Answer> {
  const until = Date.now() + settings.timeoutSeconds * 1_000;
  for (;;) {
    const answer = await send(settings, method, path, body);
    const waitMs = answer.status === 429 ? Math.max(1, Number(answer.headers["retry-after"] ?? Infinity)) * 1_000 : Infinity;
    // Not a number is no reason to wait either.
    if (!(Date.now() + waitMs <= until)) return answer;
    await sleep(waitMs);
  }
}
