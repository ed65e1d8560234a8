import type { OAuthConfig } from "next-auth/providers/oauth";
import { type Client, custom, type IdTokenClaims, Issuer, type OpenIDCallbackChecks, TokenSet } from "openid-client";
import type { OidcSignIn } from "../next-auth";
import { boundedAgent } from "./answer-limit";
import { callMsMax, type Metadata } from "./discovery";
import { asOidcFailure, OidcFailure } from "./failure";
import type { OidcSettings } from "./settings";

/** Asymmetric signatures alone, the most common first: with a shared secret anybody who holds it could make tokens. */
export const signingAlgorithms = [
  "RS256",
  "ES256",
  "PS256",
  "EdDSA",
  "RS384",
  "ES384",
  "PS384",
  "RS512",
  "ES512",
  "PS512",
];
/** How far the clocks of vault and provider may be apart. */
export const clockToleranceSeconds = 10;

/**
 * The provider as next-auth takes it: PKCE, state and nonce, and an ID token of which openid-client checks issuer,
 * audience, expiry, nonce and signature. `onFailure` hears why the exchange failed, which next-auth itself keeps silent.
 */
export function oidcProvider(
  settings: OidcSettings,
  metadata: Metadata,
  { askAgain, onFailure }: { askAgain: boolean; onFailure: (failure: OidcFailure) => void },
): OAuthConfig<IdTokenClaims> {
  const client = clientOf(settings, metadata);
  const told = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await inTime(work);
    } catch (thrown) {
      const failure = asOidcFailure(thrown);
      onFailure(failure);
      throw failure;
    }
  };
  return {
    id: "oidc",
    name: settings.name,
    type: "oauth",
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    issuer: metadata.issuer,
    clientId: settings.clientId,
    clientSecret: settings.clientSecret,
    authorization: {
      url: metadata.authorization_endpoint,
      params: { scope: "openid email profile", ...(askAgain ? { prompt: "login", max_age: 0 } : {}) },
    },
    token: {
      request: async ({ provider, params, checks }) => ({
        tokens: await told(
          client.callback(provider.callbackUrl, params, { ...(checks as OpenIDCallbackChecks), response_type: "code" }),
        ),
      }),
    },
    userinfo: { request: async ({ tokens }) => told(claimsOf(client, new TokenSet(tokens))) },
    profile: ({ sub }) => ({ id: sub }),
    httpOptions: { timeout: callMsMax },
  };
}

/** The provider as a list of the ways to sign in names it: nobody is asked for that, and nobody gets in by it. */
export function listedProvider({ name, issuer, clientId }: OidcSettings): OidcSignIn {
  return {
    provider: { id: "oidc", name, type: "oauth", issuer, clientId, profile: ({ sub }) => ({ id: sub }) },
    admit: async () => false,
  };
}

function clientOf({ clientId, clientSecret }: OidcSettings, metadata: Metadata): Client {
  const methods = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const offered = metadata.id_token_signing_alg_values_supported ?? ["RS256"];
  const algorithm = signingAlgorithms.find((name) => offered.includes(name));
  if (!algorithm) throw new OidcFailure("OIDC_MISCONFIGURED");
  const issuer = new Issuer(metadata);
  const client = new issuer.Client({
    client_id: clientId,
    client_secret: clientSecret,
    token_endpoint_auth_method: methods.includes("client_secret_basic") ? "client_secret_basic" : "client_secret_post",
    id_token_signed_response_alg: algorithm,
  });
  client[custom.clock_tolerance] = clockToleranceSeconds;
  // The issuer asks for the keys, the client for the rest.
  for (const asker of [issuer, client]) asker[custom.http_options] = (url) => ({ agent: boundedAgent(url) });
  return client;
}

/** The ID token's claims; name and e-mail address from the userinfo endpoint where the token has none (OpenID Connect Core 1.0, 5.4). */
async function claimsOf(client: Client, tokens: TokenSet): Promise<IdTokenClaims> {
  const claims = tokens.claims();
  if (claims.email !== undefined || !client.issuer.metadata.userinfo_endpoint || !tokens.access_token) return claims;
  // openid-client refuses an answer about another subject.
  const { email, email_verified, name } = await client.userinfo(tokens);
  return {
    ...claims,
    ...(email ? { email } : {}),
    ...(email_verified === undefined ? {} : { email_verified }),
    ...(name ? { name } : {}),
  };
}

/** openid-client's own limit counts silence: a provider that answers a byte at a time is held to this one. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OidcFailure("OIDC_UNREACHABLE")), 2 * callMsMax);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
