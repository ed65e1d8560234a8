import { ApiError } from "../http/api-error";

/** The response with the new token may arrive some time after the one that refuses the old. */
const behindMilliseconds = 250;

/** The lock for replacing or ending the session token, shared by all tabs of this browser. */
const lock = "session-token";

// Absent on plain http beyond localhost, whatever the types say.
const locks = (): LockManager | undefined => window.navigator.locks;

/** Runs what replaces or ends the session token, one at a time in this browser, whose tabs share the cookie. */
export async function replacingToken<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const held = locks();
  return held ? held.request(lock, signal ? { signal } : {}, work) : work();
}

/**
 * Sends a request, and once more if it was refused as signed out. A re-authentication replaces the session token, so a
 * request sent just before with the old one is refused although the session is active. A refused request had no effect.
 */
export async function withCurrentToken<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "AUTH_REQUIRED")) throw error;
    // A re-authentication at the provider does not run in this script, so a short wait has to do.
    await new Promise((resolve) => setTimeout(resolve, behindMilliseconds));
    await locks()?.request(lock, { mode: "shared" }, () => undefined);
    return send();
  }
}
