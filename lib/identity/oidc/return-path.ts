import type { OidcFailureCode } from "../../contracts/people/oidc-failures";

const base = "http://vault.invalid";

/**
 * The path and query of a return address, without its site; null if there is none. The pages check it again before they
 * follow it.
 */
export function localPath(address: string | null): string | null {
  if (!address || !URL.canParse(address, base)) return null;
  const { protocol, pathname, search } = new URL(address, base);
  // Of other protocols the parser leaves backslashes as they are, which a browser reads as slashes.
  if (!/^https?:$/.test(protocol)) return null;
  return /^\/(?![/\\])/.test(pathname) ? pathname + search : null;
}

/** The page that reports a failure: the sign-in page, or the settings if the sign-in started there. */
export function failurePath(code: OidcFailureCode, page: "/login" | "/settings", returnAddress: string | null): string {
  return `${page}?${new URLSearchParams({ error: code, ...(page === "/login" && goingOn(returnAddress)) })}`;
}

/** The page that asks for the second factor's code: of a sign-in, or to confirm that it is the person in a session. */
export const secondStepPath = (step: "code" | "confirm", returnAddress: string | null): string =>
  `/login?${new URLSearchParams({ step, ...goingOn(returnAddress) })}`;

function goingOn(returnAddress: string | null): { from?: string } {
  const from = localPath(returnAddress);
  return from && from !== "/" ? { from } : {};
}

/** Where next-auth's response leads: its Location header, or the `url` in the JSON that scripts get. */
export async function locationOf(response: Response): Promise<URL> {
  const location =
    response.headers.get("location") ??
    (
      (await response
        .clone()
        .json()
        .catch(() => ({}))) as { url?: unknown }
    ).url;
  return new URL(typeof location === "string" && URL.canParse(location, base) ? location : base, base);
}

/** The return address that next-auth stores in a cookie while the user is at the provider. */
export function keptReturnAddress(cookieHeader: string | null): string | null {
  const kept = /(?:^|;)[ \t]*(?:__Host-)?next-auth\.callback-url=([^;]*)/.exec(cookieHeader ?? "")?.[1];
  try {
    return kept ? decodeURIComponent(kept) : null;
  } catch {
    return null;
  }
}
