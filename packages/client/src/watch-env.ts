import { timeoutMsDefault } from "./client";
import { VaultUsageError } from "./errors";
import { notAVault, send } from "./send";
import { targetFor, valuesOf, type ValuesOptions } from "./values";

export interface WatchEnvOptions extends ValuesOptions {
  /** Seconds between two questions whether anything has changed. 60 unless given, at least 1. */
  everySeconds?: number;
  /** Called with all values, and the names of those that are new, different or gone. */
  onChange: (values: Record<string, string>, changed: string[]) => void;
  /** Called if a question fails. The values stay as they are, and the next question waits twice as long, up to 16 times. */
  onError?: (error: unknown) => void;
}

export interface WatchedEnv {
  /** The values of the last answer. */
  readonly values: Record<string, string>;
  stop(): void;
}

/** Node's timers count no further: what is longer would be over at once. */
const timerMsMax = 2 ** 31 - 1;

/** How long to wait before the next question, after that many failures in a row. */
export const waitMs = (everySeconds: number, failures: number): number =>
  Math.min(timerMsMax, Math.max(1, everySeconds) * 1_000 * Math.min(16, 2 ** failures));

/**
 * Reads a project's values and tells when they change. It asks by conditional requests: as long as nothing changes, no value
 * leaves the vault. It does not keep a program running. Needs a key with `entries:read` and `export:read`.
 */
export async function watchEnv(options: WatchEnvOptions): Promise<WatchedEnv> {
  const target = targetFor(options);
  const timeoutMs = options.timeoutMs ?? timeoutMsDefault;
  const { everySeconds = 60 } = options;
  if (Number.isNaN(everySeconds)) throw new VaultUsageError("everySeconds is not a number.");
  const stopping = new AbortController();
  let tag = "";
  /** Whether the list of entries differs from the last one that was seen. */
  const hasChanged = async () => {
    const headers: Record<string, string> = tag === "" ? {} : { "If-None-Match": tag };
    const answer = await send(target, {
      method: "GET",
      path: "/entries",
      headers,
      timeoutMs,
      signal: stopping.signal,
    });
    if (answer.status === 304) return undefined;
    return answer.headers.get("etag") ?? Promise.reject(notAVault(target, answer));
  };
  // The tag before the values: a change in between is then seen by the next question.
  tag = (await hasChanged()) ?? "";
  let values = await valuesOf(target, options);
  let failures = 0;
  let timer: NodeJS.Timeout;

  const ask = async () => {
    try {
      const next = await hasChanged();
      if (next !== undefined) {
        const now = await valuesOf(target, options);
        tag = next;
        const changed = [...new Set([...Object.keys(values), ...Object.keys(now)])].filter(
          (name) => values[name] !== now[name],
        );
        values = now;
        if (changed.length > 0 && !stopping.signal.aborted) options.onChange(now, changed);
      }
      failures = 0;
    } catch (error) {
      if (stopping.signal.aborted) return;
      failures += 1;
      options.onError?.(error);
    }
    if (!stopping.signal.aborted) later();
  };
  const later = () => {
    timer = setTimeout(() => void ask(), waitMs(everySeconds, failures));
    timer.unref();
  };
  later();
  return {
    get values() {
      return values;
    },
    stop() {
      stopping.abort();
      clearTimeout(timer);
    },
  };
}
