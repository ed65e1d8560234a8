import { NetworkError } from "../http/call";
import { signedOut, unavailable } from "../http/api-error";
import { pageUser } from "./page-user";
import { withCurrentToken } from "./session-token";

/**
 * The signed-in user from the session endpoint. `endsAt`: when the session ends without further requests, in ms since
 * the epoch by this machine's clock; `expires`: when it ends in any case, by the vault's clock.
 */
export type SessionUser = { id: string; email: string; name: string | null; endsAt: number; expires: string };

/**
 * The minimum time left that the page assumes for an active session, whatever the clocks say, so that it never polls
 * more often.
 */
const leftMillisecondsMin = 5_000;

/** The channel by which tabs tell each other of a sign-out, and whose page is open. */
export const tabsChannel = "session";

/** A request of next-auth's own protocol; a form makes it a POST. */
export async function request(path: string, form?: Record<string, string>, signal?: AbortSignal): Promise<Response> {
  try {
    return await fetch(`/api/auth/${path}`, {
      cache: "no-store",
      credentials: "same-origin",
      headers: pageUser,
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
      ...(signal && { signal }),
    });
  } catch (cause) {
    throw new NetworkError(cause);
  }
}

export async function json<T>(response: Response): Promise<T> {
  try {
    return (await response.json()) as T;
  } catch (cause) {
    throw unavailable({ cause });
  }
}

/**
 * The signed-in user; throws AUTH_REQUIRED without one, so that an ended session never looks like an empty vault. Does
 * not prolong the session.
 */
export function readSession(signal?: AbortSignal): Promise<SessionUser> {
  return withCurrentToken(async () => {
    const response = await request("session", undefined, signal);
    if (!response.ok) throw unavailable();
    const { user, expires, idleExpires } = await json<{
      user?: Pick<SessionUser, "id" | "email" | "name">;
      expires: string;
      idleExpires: string;
    }>(response);
    if (!user) throw signedOut();
    // The remaining time comes from the vault's clock, since this machine's may be wrong.
    const vaultNow = Date.parse(response.headers.get("Date") ?? "") || Date.now();
    const left = Math.min(Date.parse(expires), Date.parse(idleExpires)) - vaultNow;
    return { ...user, expires, endsAt: Date.now() + Math.max(left, leftMillisecondsMin) };
  });
}

/**
 * The user whose page this is, whom the first session that it reads names. If another one has signed in since, the
 * page's own session has ended: AUTH_REQUIRED.
 */
export async function readOwnSession(signal?: AbortSignal): Promise<SessionUser> {
  const found = await readSession(signal);
  if ((pageUser["X-Session-User"] ??= found.id) !== found.id) throw signedOut();
  return found;
}
