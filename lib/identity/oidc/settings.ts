import type { Settings } from "../../env";

export type OidcSettings = { issuer: string; clientId: string; clientSecret: string; name: string };

/** The provider in the settings; null if there is none. Its settings are set either all or not at all. */
export function oidcSettings({
  AUTH_OIDC_ISSUER: issuer,
  AUTH_OIDC_CLIENT_ID: clientId,
  AUTH_OIDC_CLIENT_SECRET: clientSecret,
  AUTH_OIDC_NAME: name,
}: Settings): OidcSettings | null {
  return issuer && clientId && clientSecret && name ? { issuer, clientId, clientSecret, name } : null;
}
