import { ApiError } from "../http/api-error";

/** The answer that brings the new token may be some steps behind the one that refuses the old. */
const behindMilliseconds = 250;

/** Held by what replaces or ends the session's token, in whichever tab of this browser. */
const lock = "session-token";

// Absent on plain http beyond localhost, whatever the types say.
const locks = (): LockManager | undefined => window.navigator.locks;

/** Runs what replaces or ends the session's token: one at a time in this browser, whose tabs share the cookie. */
export async function replacingToken<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const held = locks();
  return held ? held.request(lock, signal ? { signal } : {}, work) : work();
}

/**
 * Sends a request; once more where it was refused as signed out. A proof of identity replaces the session's token, and what
 * was sent with the old one just before is refused though the session stands. Nothing was done by a request so refused.
 */
export async function withCurrentToken<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "AUTH_REQUIRED")) throw error;
    // A proof at the provider is none of this script's: for it, the moment has to do.
    await new Promise((resolve) => setTimeout(resolve, behindMilliseconds));
    await locks()?.request(lock, { mode: "shared" }, () => undefined);
    return send();
  }
}
