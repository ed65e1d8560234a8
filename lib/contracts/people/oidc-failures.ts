/** Why a provider sign-in failed. The code is in the page's URL; the page has a message for each. */
export type OidcFailureCode =
  | "OIDC_UNREACHABLE"
  | "OIDC_MISCONFIGURED"
  | "OIDC_WRONG_ISSUER"
  | "OIDC_CANCELLED"
  | "OIDC_REFUSED"
  | "OIDC_STATE"
  | "OIDC_CODE_USED"
  | "OIDC_TOKEN_EXPIRED"
  | "OIDC_TOKEN_INVALID"
  | "OIDC_NOT_RECENT"
  | "OIDC_OTHER_IDENTITY"
  | VaultRefusal
  | "UNAVAILABLE";

/** The vault's own errors, passed on unchanged. */
export const vaultRefusals = [
  "IDENTITY_TAKEN",
  "REGISTRATION_CLOSED",
  "AUTH_REQUIRED",
  "REAUTHENTICATION_REQUIRED",
  "SECOND_FACTOR_MISSING",
  "TOO_MANY_ATTEMPTS",
] as const;
type VaultRefusal = (typeof vaultRefusals)[number];
