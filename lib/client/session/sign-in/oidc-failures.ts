import type { OidcFailureCode } from "@/lib/contracts/people/oidc-failures";

/** A message for a failed provider sign-in, by the code in the URL. `name`: the provider's. */
export function describeOidcFailure(code: string, name: string): string {
  // The code comes from a URL, which anybody may have written.
  return Object.hasOwn(words, code) ? words[code as OidcFailureCode](name) : "That did not work. Try again.";
}

/** A code without words does not compile. */
const words: Record<OidcFailureCode, (name: string) => string> = {
  OIDC_UNREACHABLE: (name) => `${name} can’t be reached or did not answer in time. Try again in a moment.`,
  OIDC_MISCONFIGURED: (name) =>
    `${name} does not know this vault, or is misconfigured here. Ask the operator to check the AUTH_OIDC settings.`,
  OIDC_WRONG_ISSUER: (name) =>
    `The answer came from an issuer other than ${name}, so it was refused. Ask the operator to check AUTH_OIDC_ISSUER.`,
  OIDC_CANCELLED: (name) => `You cancelled at ${name}. Nothing was changed.`,
  OIDC_REFUSED: (name) => `${name} refused the request. Try again, or ask the operator.`,
  OIDC_STATE: () =>
    "This answer does not belong to a request from this browser, or the request is older than 15 minutes. Start again.",
  OIDC_CODE_USED: (name) => `This answer from ${name} was already used, or is too old. Start again.`,
  OIDC_TOKEN_EXPIRED: (name) =>
    `The sign-in at ${name} has expired. Try again; if it happens again, the clocks of ${name} and this vault differ.`,
  OIDC_TOKEN_INVALID: (name) =>
    `The sign-in at ${name} was refused: its token was altered, or made for another application.`,
  OIDC_NOT_RECENT: (name) =>
    `${name} did not ask you to sign in again, so your identity is not confirmed. Sign out there, then try again.`,
  OIDC_OTHER_IDENTITY: (name) => `That is not the identity at ${name} that is linked to this account.`,
  IDENTITY_TAKEN: (name) => `That identity at ${name} is linked to another account here.`,
  REGISTRATION_CLOSED: (name) =>
    `No account here belongs to that identity at ${name}, and registration is closed. Ask the operator, or link it in the settings of your account.`,
  REAUTHENTICATION_REQUIRED: () => "Confirm your identity first, then try again.",
  SECOND_FACTOR_MISSING: () => "This vault requires a second factor. Set it up first, then try again.",
  AUTH_REQUIRED: () => "Your session has ended. Sign in again to continue.",
  TOO_MANY_ATTEMPTS: () => "Too many sign-ins were started and not finished. Try again in a few minutes.",
  UNAVAILABLE: () => "The vault can’t answer right now. Try again shortly.",
};
