import type { CurrentState, ErrorCode, ErrorDetail } from "../../errors";

export type ApiErrorOptions = {
  message?: string;
  details?: ErrorDetail[];
  current?: CurrentState;
  headers?: Record<string, string>;
  cause?: unknown;
};

/**
 * An error response of the vault. The list of codes and messages stays on the server: it would add 1 KB to the first
 * load.
 */
export class ApiError extends Error {
  readonly details: ErrorDetail[] | undefined;
  /** The current state, if a write was meant for another version. */
  readonly current: CurrentState | undefined;
  /** The response headers that belong to it, such as `Retry-After`. */
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

/** A response that is not the vault's, or is unreadable. */
export const unavailable = (options?: ApiErrorOptions) => new ApiError("UNAVAILABLE", 503, options);
export const signedOut = (options?: ApiErrorOptions) => new ApiError("AUTH_REQUIRED", 401, options);
