import { createStore, type Store } from "@/lib/client/store";

/** The RFC 6238 step in seconds that nearly all tokens have. */
export const usualPeriod = 30;
/** The next code is also shown in this many last seconds of a period. */
export const endingSeconds = 5;

/** Bounds of the server's clock minus this device's, in ms: every response narrows them. */
let bounds = { low: -Infinity, high: Infinity };
const offset = createStore(0);

/** The server's clock minus this device's, in ms; 0 while they may be equal. */
export const clockOffset: Store<number> = offset;

export const serverNow = (): number => Date.now() + offset.current();

/** Whole seconds until codes of this period (in seconds) change: from the period down to 1. */
export const secondsLeft = (period: number): number =>
  Math.ceil((period * 1000 - (serverNow() % (period * 1000))) / 1000);

/** A fetch that reads the clock from the response's Date header. */
export const timedFetch: typeof fetch = async (input, init) => {
  const sentAt = Date.now();
  const response = await fetch(input, init);
  noteDate(response.headers.get("Date"), sentAt, Date.now());
  return response;
};

/** The header has whole seconds: at some time between request and response, the server's clock was in that second. */
function noteDate(header: string | null, sentAt: number, receivedAt: number): void {
  const second = Date.parse(header ?? "");
  if (Number.isNaN(second)) return;
  const seen = { low: second - receivedAt, high: second + 1_000 - sentAt };
  // Contradicting bounds mean that a clock was changed in between: start over.
  const meet = seen.low <= bounds.high && seen.high >= bounds.low;
  bounds = meet ? { low: Math.max(seen.low, bounds.low), high: Math.min(seen.high, bounds.high) } : seen;
  const next = bounds.low <= 0 && bounds.high >= 0 ? 0 : Math.round((bounds.low + bounds.high) / 2);
  if (next !== offset.current()) offset.set(next);
}
