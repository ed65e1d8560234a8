import { NetworkError } from "./call";
import { signedOut, unavailable } from "./refusal";
import { leaveTo } from "./sign-in-path";

/** Who is signed in, as the session endpoint tells it. */
export type SessionUser = { id: string; email: string; name: string | null };

/** A request of next-auth's own protocol; a form makes it a POST. */
export async function request(path: string, form?: Record<string, string>): Promise<Response> {
  try {
    return await fetch(`/api/auth/${path}`, {
      cache: "no-store",
      credentials: "same-origin",
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
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

export async function csrfToken(): Promise<string> {
  const response = await request("csrf");
  if (!response.ok) throw unavailable();
  return (await json<{ csrfToken: string }>(response)).csrfToken;
}

/** The signed-in user; throws AUTH_REQUIRED without one, so that an ended session never looks like an empty vault. */
export async function readSession(): Promise<SessionUser> {
  const response = await request("session");
  if (!response.ok) throw unavailable();
  const { user } = await json<{ user?: SessionUser }>(response);
  if (!user) throw signedOut();
  return user;
}

/** Ends the session, then loads the sign-in page anew, so that nothing decrypted stays in memory. */
export async function signOut(): Promise<void> {
  const response = await request("signout", { csrfToken: await csrfToken(), json: "true" });
  if (!response.ok) throw unavailable();
  leaveTo("/login");
}
