/** RFC 6238 step, in ms. The server knows no other. */
export const periodMilliseconds = 30_000;
/** In this many last seconds of a period the next code is shown as well. */
export const endingSeconds = 5;

/** How far the server's clock may be ahead of this device's, in ms: every answer narrows the two bounds. */
let bounds = { low: -Infinity, high: Infinity };
let offset = 0;
const listeners = new Set<() => void>();

export const clockStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** The server's clock minus this device's, in ms; 0 as long as they may be the same. */
  offset: () => offset,
  onServer: () => 0,
};

export const serverNow = (): number => Date.now() + offset;

/** Whole seconds until the codes change, 30 down to 1. */
export const secondsLeft = (): number => Math.ceil((periodMilliseconds - (serverNow() % periodMilliseconds)) / 1000);

/** Fetch that reads the clock off the answer's Date header. */
export const timedFetch: typeof fetch = async (input, init) => {
  const sentAt = Date.now();
  const response = await fetch(input, init);
  noteDate(response.headers.get("Date"), sentAt, Date.now());
  return response;
};

/** The header has whole seconds: somewhere between asking and answering, the server's clock was in that second. */
function noteDate(header: string | null, sentAt: number, receivedAt: number): void {
  const second = Date.parse(header ?? "");
  if (Number.isNaN(second)) return;
  const seen = { low: second - receivedAt, high: second + 1_000 - sentAt };
  // Bounds that don't meet mean that one of the clocks was set in between: start anew.
  const meet = seen.low <= bounds.high && seen.high >= bounds.low;
  bounds = meet ? { low: Math.max(seen.low, bounds.low), high: Math.min(seen.high, bounds.high) } : seen;
  const next = bounds.low <= 0 && bounds.high >= 0 ? 0 : Math.round((bounds.low + bounds.high) / 2);
  if (next === offset) return;
  offset = next;
  for (const listener of listeners) listener();
}
