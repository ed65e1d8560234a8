import { setTimeout as sleep } from "node:timers/promises";
import { VaultError, VaultUnreachableError } from "./errors";
import type { Target } from "./target";

export type Request = {
  method: string;
  /** Below /api. */
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** For the request with all its repetitions. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
};

export type Answer = { status: number; headers: Headers; text: string };

/**
 * Sends one request with the access key, to no other address than the given one: redirects are not followed. Repeats it on
 * a 429 and, if it only reads, on a 502, 503 or 504: after as long as Retry-After says, or else after 1 s, then 2, 4, …
 * Throws VaultError for any other refusal.
 */
export async function send(target: Target, request: Request): Promise<Answer> {
  const until = Date.now() + request.timeoutMs;
  for (let untoldMs = 1_000; ; untoldMs *= 2) {
    const answer = await once(target, request, until);
    if (answer.status === 304 || (answer.status >= 200 && answer.status < 300)) return answer;
    const mayRepeat = answer.status === 429 || (request.method === "GET" && [502, 503, 504].includes(answer.status));
    const waitMs = toldMs(answer.headers.get("retry-after")) ?? untoldMs;
    if (!mayRepeat || Date.now() + waitMs > until) throw refusal(target, answer);
    await sleep(waitMs, undefined, request.signal ? { signal: request.signal } : {});
  }
}

async function once({ url, key }: Target, request: Request, until: number): Promise<Answer> {
  const late = AbortSignal.timeout(Math.max(1, until - Date.now()));
  try {
    const response = await fetch(new URL(`${url.pathname.replace(/\/$/, "")}/api${request.path}`, url), {
      method: request.method,
      headers: {
        ...request.headers,
        Authorization: `Bearer ${key}`,
        Accept: "application/json, text/plain",
        ...(request.body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      redirect: "manual",
      cache: "no-store",
      signal: request.signal ? AbortSignal.any([request.signal, late]) : late,
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    if (request.signal?.aborted) throw request.signal.reason;
    // Not the error itself or its message, which may quote what was sent.
    const { code } = ((error as Error).cause ?? {}) as { code?: unknown };
    const reason = late.aborted ? "no answer in time" : typeof code === "string" ? code : "the connection failed";
    throw new VaultUnreachableError(`The vault at ${url.origin} can't be reached (${reason}).`);
  }
}

/** Retry-After as seconds or a date (RFC 9110, 10.2.3), at least a second; null if it is neither. */
function toldMs(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(1_000, ms);
}

function refusal({ url, key }: Target, answer: Answer): Error {
  const { status, headers } = answer;
  if (status >= 300 && status < 400) {
    const location = headers.get("location") ?? "";
    const to = URL.canParse(location, url) ? new URL(location, url).origin : "another address";
    return new VaultUnreachableError(
      `${url.origin} redirects to ${to}. A key goes only to the address that was given: if that is your vault, give its address.`,
    );
  }
  const { error, code, details } = (jsonOf(answer) ?? {}) as { error?: unknown; code?: unknown; details?: unknown };
  if (typeof error !== "string" || typeof code !== "string") return notAVault({ url, key }, answer);
  const waitMs = toldMs(headers.get("retry-after"));
  return new VaultError(
    // Whoever answers knows the key, and could repeat it.
    error.replaceAll(key, "svc_…"),
    code.replaceAll(key, "svc_…"),
    status,
    details,
    waitMs === null ? undefined : Math.ceil(waitMs / 1_000),
  );
}

/** For an answer that is not a vault's: nothing of it is used. */
export const notAVault = ({ url }: Target, { status }: Pick<Answer, "status">): VaultUnreachableError =>
  new VaultUnreachableError(
    `${url.origin} did not answer like a vault (status ${status}): check the address, and any proxy in between.`,
  );

/** The JSON of an answer; undefined if it is none. */
export function jsonOf({ headers, text }: Answer): unknown {
  try {
    const json: unknown = /^application\/json\b/i.test(headers.get("content-type") ?? "")
      ? JSON.parse(text)
      : undefined;
    return typeof json === "object" && json !== null ? json : undefined;
  } catch {
    return undefined;
  }
}
