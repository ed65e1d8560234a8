import { expect } from "vitest";
import { password, sharedBaseUrl, tryToSignIn, type User } from "../callers/actors";
import { Authenticator } from "./authenticator";
import { Browser } from "../browser/browser-login";
import { freshCode, turnOnSecondFactor } from "./second-factor";

/** The result of a sign-in: "in", or the code of the error. */
export async function signingIn(
  email: string,
  code?: string,
  secret = password,
  baseUrl = sharedBaseUrl(),
): Promise<string> {
  const { response, cookies } = await tryToSignIn(email, secret, baseUrl, code === undefined ? {} : { code });
  const isIn = cookies.some((cookie) => /session-token=./.test(cookie));
  const { url = "" } = (await response.json()) as { url?: string };
  const refusal = new URL(url, "http://vault.invalid").searchParams.get("error");
  expect([response.status, isIn]).toEqual(refusal === null ? [200, true] : [401, false]);
  return refusal ?? "in";
}

export type GuardedAccount = {
  secret: string;
  /** The unused ones. */
  recoveryCodes: string[];
  /**
   * Tries all of them at a vault. Only once: it spends a code's time step, so that signing in with a code fails for up
   * to a minute.
   */
  waysIn(baseUrl: string): Promise<Record<string, string>>;
};

/** The result of `waysIn` if the whole account has been restored. */
export const everyWayIn = {
  passwordAlone: "SECOND_FACTOR_REQUIRED",
  code: "in",
  recoveryCode: "in",
  sameRecoveryCode: "SECOND_FACTOR_INVALID",
  passkey: "in",
};

/**
 * Gives a user's account everything that it may have for signing in besides the password: the second factor, recovery
 * codes, a passkey.
 */
export async function guardAccount(
  { email, password: secretWord, session }: Pick<User, "email" | "password" | "session">,
  baseUrl: string,
): Promise<GuardedAccount> {
  const { secret, recoveryCodes } = await turnOnSecondFactor(session);
  const authenticator = new Authenticator(baseUrl);
  await authenticator.register(session);
  return {
    secret,
    recoveryCodes,
    async waysIn(at) {
      const recoveryCode = recoveryCodes.pop();
      return {
        passwordAlone: await signingIn(email, undefined, secretWord, at),
        code: await signingIn(email, freshCode(secret), secretWord, at),
        recoveryCode: await signingIn(email, recoveryCode, secretWord, at),
        sameRecoveryCode: await signingIn(email, recoveryCode, secretWord, at),
        passkey: await signingInByPasskey(authenticator, at),
      };
    },
  };
}

async function signingInByPasskey(authenticator: Authenticator, at: string): Promise<string> {
  const browser = new Browser({}, at);
  const options = (await (await browser.fetch("/api/auth/passkey/options", { method: "POST" })).json()) as {
    challenge: string;
  };
  // From the page where it was created, wherever the vault listens now: a passkey works only there.
  await browser.post("/api/auth/callback/passkey", { credential: JSON.stringify(authenticator.assert(options)) });
  return browser.sessionCookie() ? "in" : "refused";
}
