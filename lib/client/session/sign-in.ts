import type { ErrorDetail } from "../../errors";
import { tellEnded } from "./ended-session";
import { ApiError, unavailable } from "../http/api-error";
import { csrfToken, json, request } from "./session";
import { leaveTo } from "./sign-in-path";

/**
 * What became of a sign-in. "refused": a wrong e-mail address or password; which of the two is not told. "password-expired": a
 * right but temporary password that has expired.
 */
export type SignInResult =
  "signed-in" | "refused" | "code-needed" | "code-refused" | "new-password-needed" | "password-expired";

export const temporaryPasswordExpired = "This temporary password has expired. Ask the operator for a new one.";

/** What a sign-in by password takes. `newPassword`: in place of one that the operator made. */
export type PasswordSignIn = { email: string; password: string; newPassword?: string };

/**
 * `code`: of the second factor, or a recovery code. Throws TOO_MANY_ATTEMPTS when held back, VALIDATION_ERROR for a new
 * password that can't be.
 */
export async function signIn({
  email,
  password,
  newPassword,
  code = "",
}: PasswordSignIn & { code?: string }): Promise<SignInResult> {
  return signInByForm("credentials", { email, password, code, ...(newPassword && { newPassword }) });
}

/** After signing in: to a path by a full load, so that the shell starts with this session and nothing of an earlier one, or on here. */
export async function goOn(then: string | (() => Promise<void>)): Promise<void> {
  tellEnded("");
  if (typeof then === "string") window.location.assign(then);
  else await then();
}

/** Sends what a sign-in of this kind takes to its place in next-auth's protocol. */
export async function signInByForm(
  kind: "credentials" | "passkey" | "second-step",
  fields: Record<string, string>,
): Promise<SignInResult> {
  const response = await request(`callback/${kind}`, { ...fields, csrfToken: await csrfToken(), json: "true" });
  const retryAfter = response.headers.get("Retry-After");
  const {
    url,
    code: refusalCode,
    error: message,
    details,
  } = await json<{ url?: string; code?: string; error?: string; details?: ErrorDetail[] }>(response);
  const refusal = refusalCode ?? (url ? new URL(url, window.location.origin).searchParams.get("error") : null);
  if (refusal === "TOO_MANY_ATTEMPTS")
    throw new ApiError("TOO_MANY_ATTEMPTS", 429, { headers: retryAfter ? { "Retry-After": retryAfter } : {} });
  if (refusal === "VALIDATION_ERROR" && message && details)
    throw new ApiError("VALIDATION_ERROR", 400, { message, details });
  if (refusal === "NEW_PASSWORD_REQUIRED") return "new-password-needed";
  if (refusal === "TEMPORARY_PASSWORD_EXPIRED") return "password-expired";
  if (refusal === "SECOND_FACTOR_REQUIRED") return "code-needed";
  if (refusal === "SECOND_FACTOR_INVALID") return "code-refused";
  if (response.status === 401 || refusal === "CredentialsSignin" || refusal === "PASSKEY_REFUSED") return "refused";
  if (!response.ok || refusal) throw unavailable();
  return "signed-in";
}

/**
 * Leaves for the single sign-on provider: for a new session, or with an `intent` for this one. Comes back to
 * `callbackUrl`; a failure to the sign-in page, or with an intent to the settings, with its code in the address.
 */
export async function goToProvider(callbackUrl: string, intent?: "link" | "reauthenticate"): Promise<void> {
  const response = await request("signin/oidc", {
    csrfToken: await csrfToken(),
    json: "true",
    callbackUrl,
    ...(intent && { intent }),
  });
  if (!response.ok) throw unavailable();
  tellEnded("");
  leaveTo((await json<{ url: string }>(response)).url);
}
