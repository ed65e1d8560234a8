import { ApiError } from "./api-error";
import type { CallOptions } from "./call";

/** The call is made only if the resource still has this version. */
export const onlyAt = (version: number): CallOptions => ({ headers: { "If-Match": `"${version}"` } });

/** The call is made only if the resource does not exist yet. */
export const onlyNew: CallOptions = { headers: { "If-None-Match": "*" } };

/** Whether a call was not made because of its precondition: the resource has another version, or exists already. */
export const isChangedMeanwhile = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === "CHANGED_MEANWHILE";

/** The version in a response's ETag. A compressing proxy turns it into a weak one. */
export function versionOf(response: Response): number | undefined {
  const digits = /^(?:W\/)?"(\d{1,15})"$/.exec(response.headers.get("ETag") ?? "")?.[1];
  return digits === undefined ? undefined : Number(digits);
}
