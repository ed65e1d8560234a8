/** Why a sign-in at the provider came to nothing. The code stands in the page's address; the page has words for each. */
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

/** Refusals of the vault's own, told as they are. */
export const vaultRefusals = [
  "IDENTITY_TAKEN",
  "REGISTRATION_CLOSED",
  "AUTH_REQUIRED",
  "REAUTHENTICATION_REQUIRED",
  "SECOND_FACTOR_MISSING",
] as const;
type VaultRefusal = (typeof vaultRefusals)[number];
