import type { ErrorDetail } from "../../../errors";
import { tellEnded } from "../end/ended-session";
import { ApiError, unavailable } from "../../http/api-error";
import { csrfToken } from "../csrf-token";
import { json, request } from "../session";
import { leaveTo } from "./sign-in-path";

/**
 * The result of a sign-in. "refused": wrong e-mail address or password, without telling which. "password-expired": a
 * correct temporary password that has expired.
 */
export type SignInResult =
  "signed-in" | "refused" | "code-needed" | "code-refused" | "new-password-needed" | "password-expired";

export const temporaryPasswordExpired = "This temporary password has expired. Ask the operator for a new one.";

/** The input of a sign-in by password. `newPassword`: replaces a temporary password. */
export type PasswordSignIn = { email: string; password: string; newPassword?: string };

/**
 * `code`: an authenticator or recovery code. Throws TOO_MANY_ATTEMPTS while throttled, VALIDATION_ERROR for an
 * unacceptable new password.
 */
export async function signIn({
  email,
  password,
  newPassword,
  code = "",
}: PasswordSignIn & { code?: string }): Promise<SignInResult> {
  return signInByForm("credentials", { email, password, code, ...(newPassword && { newPassword }) });
}

/** Continues after sign-in: with a full load, so that nothing of an earlier session remains, or on this page. */
export async function goOn(then: string | (() => Promise<void>)): Promise<void> {
  tellEnded("");
  if (typeof then === "string") window.location.assign(then);
  else await then();
}

/** Posts a sign-in to its endpoint in next-auth's protocol. */
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
 * Goes to the single sign-on provider: for a new session, or with an `intent` for this one. An invitation is
 * accepted if the sign-in makes an account. Returns to `callbackUrl`; failures return to the sign-in page, or with an
 * intent for this session to the settings, with a code in the URL.
 */
export async function goToProvider(
  callbackUrl: string,
  intent?: "link" | "reauthenticate" | { invitation: string },
): Promise<void> {
  const response = await request("signin/oidc", {
    csrfToken: await csrfToken(),
    json: "true",
    callbackUrl,
    ...(typeof intent === "object" ? { intent: "join", ...intent } : intent && { intent }),
  });
  if (!response.ok) throw unavailable();
  tellEnded("");
  leaveTo((await json<{ url: string }>(response)).url);
}
