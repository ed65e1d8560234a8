import { AppError, detailsOf, UnrecordedError } from "../../errors";
import { loggableError, log } from "../../log";
import { isUnavailable } from "../../runtime";
import { versionTag } from "../request/precondition";
import type { ApiResponse } from "../types";

/** The error's JSON body, with details if its code has some. */
export function errorBody({ message, code, details }: AppError): string {
  return JSON.stringify({ error: message, code, details });
}

export function errorResponse(error: AppError): ApiResponse {
  const headers: Record<string, string> = { "Content-Type": "application/json", ...error.headers };
  const current = detailsOf(error, "CHANGED_MEANWHILE");
  if (current?.version) headers.ETag = versionTag(current.version);
  if (error.status === 401) headers["WWW-Authenticate"] = 'Bearer realm="vault"';
  return { status: error.status, headers, body: errorBody(error) };
}

/**
 * Turns anything thrown into an AppError. Unexpected errors are logged without their message and become a 500 or 503.
 */
export function asAppError(thrown: unknown, context: { requestId: string; contract: string }): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof UnrecordedError) {
    log.error({ event: "not-recorded", ...context, error: loggableError(thrown) });
    return tryAgain(thrown);
  }
  const unavailable = isUnavailable(thrown);
  log.error({ event: unavailable ? "unavailable" : "fault", ...context, error: loggableError(thrown) });
  return unavailable ? tryAgain(thrown) : new AppError("INTERNAL_ERROR", { cause: thrown });
}

const tryAgain = (cause: unknown) => new AppError("UNAVAILABLE", { cause, headers: { "Retry-After": "1" } });
