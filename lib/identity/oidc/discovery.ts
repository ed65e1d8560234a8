import { z } from "zod";
import { boundedText } from "./answer-limit";
import { OidcFailure } from "./failure";

/** No call to the provider may make a person wait longer than this. */
export const callMsMax = 5_000;

/** The part of the provider's metadata that a sign-in uses (OpenID Connect Discovery 1.0, 3). */
const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  id_token_signing_alg_values_supported: z.array(z.string()).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});
export type Metadata = z.infer<typeof Metadata>;

/**
 * Asks the issuer for its metadata at every sign-in, so that an outage is reported at once and changed endpoints take
 * effect at once. Throws if the response names another issuer, even if only a slash differs (OpenID Connect Discovery
 * 1.0, 4.3).
 */
export async function discover(issuer: string): Promise<Metadata> {
  const metadata = Metadata.safeParse(await readJson(`${withoutSlash(issuer)}/.well-known/openid-configuration`));
  if (!metadata.success) throw new OidcFailure("OIDC_MISCONFIGURED");
  if (metadata.data.issuer !== issuer) throw new OidcFailure("OIDC_WRONG_ISSUER");
  if (issuer.startsWith("https:") && !endpointsOf(metadata.data).every((url) => url.startsWith("https:")))
    throw new OidcFailure("OIDC_MISCONFIGURED");
  return metadata.data;
}

async function readJson(url: string): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      cache: "no-store",
      redirect: "manual",
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(callMsMax),
    });
    text = await boundedText(response);
  } catch (cause) {
    throw new OidcFailure(cause instanceof RangeError ? "OIDC_MISCONFIGURED" : "OIDC_UNREACHABLE", { cause });
  }
  if (!response.ok) throw new OidcFailure(response.status >= 500 ? "OIDC_UNREACHABLE" : "OIDC_MISCONFIGURED");
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new OidcFailure("OIDC_MISCONFIGURED", { cause });
  }
}

const withoutSlash = (url: string): string => url.replace(/\/$/, "");

const endpointsOf = ({ authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint }: Metadata): string[] => [
  authorization_endpoint,
  token_endpoint,
  jwks_uri,
  userinfo_endpoint ?? token_endpoint,
];
