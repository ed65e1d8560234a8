import type { CookiesOptions } from "next-auth";
import { cookieName } from "../../http/cookies";

/** How long a sign-in at the provider may take. */
const atProviderSeconds = 15 * 60;

/** NextAuth's own cookies, except that behind TLS all of them have the prefix `__Host-`, not only the CSRF token's. */
export function nextAuthCookies(secure: boolean): CookiesOptions {
  const cookie = (name: string, lifetime: { maxAge?: number } = {}) =>
    ({
      name: cookieName(`next-auth.${name}`, secure),
      options: { httpOnly: true, sameSite: "lax", path: "/", secure, ...lifetime },
    }) as const;
  return {
    sessionToken: cookie("session-token"),
    callbackUrl: cookie("callback-url"),
    csrfToken: cookie("csrf-token"),
    pkceCodeVerifier: cookie("pkce.code_verifier", { maxAge: atProviderSeconds }),
    state: cookie("state", { maxAge: atProviderSeconds }),
    nonce: cookie("nonce"),
  };
}
