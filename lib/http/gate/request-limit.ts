import { AppError } from "../../errors";
import { runtime } from "../../runtime";
import { rateOf, TokenBuckets } from "./token-buckets";

let limit: { perMinute: number; buckets: TokenBuckets } | undefined;

/**
 * Counts a request against its user, across all sessions and keys. Each process counts separately. Throws
 * TOO_MANY_REQUESTS with Retry-After once API_REQUESTS_PER_MINUTE is used up.
 */
export function countRequest(userId: string, now = performance.now()): void {
  const perMinute = runtime().settings.API_REQUESTS_PER_MINUTE;
  if (perMinute === undefined) return;
  if (limit?.perMinute !== perMinute) limit = { perMinute, buckets: new TokenBuckets(rateOf(perMinute)) };
  const waitMs = limit.buckets.take(userId, now);
  if (waitMs === 0) return;
  const seconds = Math.ceil(waitMs / 1000);
  throw new AppError("TOO_MANY_REQUESTS", {
    message: `Too many requests from this account: wait ${seconds} s, then continue`,
    headers: { "Retry-After": String(seconds) },
  });
}
