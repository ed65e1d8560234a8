import type { CallOptions } from "./call";

/** A call that is done only while the thing is at this version. */
export const onlyAt = (version: number): CallOptions => ({ headers: { "If-Match": `"${version}"` } });

/** A call that is done only if there is nothing yet. */
export const onlyNew: CallOptions = { headers: { "If-None-Match": "*" } };

/** The version that an answer's ETag tells. Of a proxy that compresses it comes as a weak one. */
export function versionOf(response: Response): number | undefined {
  const digits = /^(?:W\/)?"(\d{1,15})"$/.exec(response.headers.get("ETag") ?? "")?.[1];
  return digits === undefined ? undefined : Number(digits);
}
