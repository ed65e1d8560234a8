import type { OAuthConfig } from "next-auth/providers/oauth";
import type { Client, IdTokenClaims, OpenIDCallbackChecks, TokenSetParameters } from "openid-client";
import type { OidcSignIn } from "../next-auth";
import { boundedAgent } from "./answer-limit";
import { callMsMax, type Metadata } from "./discovery";
import { asOidcFailure, OidcFailure } from "./failure";
import { openidClientPackage } from "./package";
import type { OidcSettings } from "./settings";

/**
 * Asymmetric signatures only, the most common first. With a shared secret, everybody who holds it could issue tokens.
 */
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
/** The accepted difference between the clocks of vault and provider. */
export const clockToleranceSeconds = 10;

/**
 * The provider in next-auth's form: PKCE, state and nonce, and an ID token whose issuer, audience, expiry, nonce and
 * signature openid-client checks. `onFailure` receives the reason why the exchange failed, which next-auth does not
 * report.
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
    userinfo: { request: async ({ tokens }) => told(claimsOf(client, tokens)) },
    profile: ({ sub }) => ({ id: sub }),
    httpOptions: { timeout: callMsMax },
  };
}

/**
 * The provider as next-auth's list of providers shows it. This makes no request to it, and nobody can sign in with this
 * object.
 */
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
  const { custom, Issuer } = openidClientPackage();
  const issuer = new Issuer(metadata);
  const client = new issuer.Client({
    client_id: clientId,
    client_secret: clientSecret,
    token_endpoint_auth_method: methods.includes("client_secret_basic") ? "client_secret_basic" : "client_secret_post",
    id_token_signed_response_alg: algorithm,
  });
  client[custom.clock_tolerance] = clockToleranceSeconds;
  // The issuer object requests the keys, the client object everything else.
  for (const asker of [issuer, client]) asker[custom.http_options] = (url) => ({ agent: boundedAgent(url) });
  return client;
}

/**
 * The ID token's claims. Name and e-mail address come from the userinfo endpoint if the token lacks them (OpenID
 * Connect Core 1.0, 5.4).
 */
async function claimsOf(client: Client, answered: TokenSetParameters): Promise<IdTokenClaims> {
  const { TokenSet } = openidClientPackage();
  const tokens = new TokenSet(answered);
  const claims = tokens.claims();
  if (claims.email !== undefined || !client.issuer.metadata.userinfo_endpoint || !tokens.access_token) return claims;
  // openid-client refuses a response about another subject.
  const { email, email_verified, name } = await client.userinfo(tokens);
  return {
    ...claims,
    ...(email ? { email } : {}),
    ...(email_verified === undefined ? {} : { email_verified }),
    ...(name ? { name } : {}),
  };
}

/**
 * openid-client's own limit applies to silence only. This one also stops a provider that answers one byte at a time.
 */
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
