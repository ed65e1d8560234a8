import type { CurrentState, ErrorCode, ErrorDetail } from "../../errors";

export type ApiErrorOptions = {
  message?: string;
  details?: ErrorDetail[];
  current?: CurrentState;
  headers?: Record<string, string>;
  cause?: unknown;
};

/** What the vault refused, as its answer told it. The list of all codes and their words stays on the server: it is 1 KB of first load. */
export class ApiError extends Error {
  readonly details: ErrorDetail[] | undefined;
  /** What is there now, where a write was meant for another version of it. */
  readonly current: CurrentState | undefined;
  /** The answer's headers that belong to it, such as `Retry-After`. */
  readonly headers: Record<string, string>;

  constructor(
    readonly code: ErrorCode,
    readonly status: number,
    {
      message = "The vault can't answer right now: try again shortly",
      details,
      current,
      headers = {},
      cause,
    }: ApiErrorOptions = {},
  ) {
    super(message, { cause });
    this.name = "ApiError";
    this.details = details;
    this.current = current;
    this.headers = headers;
  }
}

/** An answer that is none of the vault's own, or none that can be read. */
export const unavailable = (options?: ApiErrorOptions) => new ApiError("UNAVAILABLE", 503, options);
export const signedOut = (options?: ApiErrorOptions) => new ApiError("AUTH_REQUIRED", 401, options);
