import { createSign, generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export type Person = { email?: string; email_verified?: boolean; name?: string };

/**
 * What a provider may do wrong, by mistake or on purpose. `claims` replace those of the ID token, which is then signed
 * again.
 */
export type Faults = {
  /** Another issuer in the metadata. */
  metadataIssuer?: string;
  claims?: Record<string, unknown>;
  /** Signs with a key that is not published. */
  foreignKey?: boolean;
  /** Does not respond at these paths. */
  silentAt?: readonly string[];
  /** Responds at these paths with this status. */
  failing?: { path: string; status: number };
};

export type TestProvider = {
  issuer: string;
  /** The settings of a vault that trusts it. */
  env: Record<string, string>;
  /** The known people, by subject. Anybody may sign in. */
  people: Map<string, Person>;
  faults: Faults;
  /** From now on it does nothing wrong. */
  mend(): void;
  /** The received authorization requests, as their parameters. */
  requests: URLSearchParams[];
  /** The paths of requests that got no response. */
  silences: string[];
  /** How often somebody asked for the metadata. */
  discoveries(): number;
  stop(): Promise<void>;
};

const clientId = "vault";
const clientSecret = "not-a-real-client-secret";

/**
 * A certified OIDC provider on loopback (oidc-provider). It demands PKCE, accepts a code once, and returns e-mail and
 * name at its userinfo endpoint only. Its one page asks for a subject and believes it.
 */
export async function startOidcProvider(): Promise<TestProvider> {
  const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const foreign = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const people = new Map<string, Person>();
  const requests: URLSearchParams[] = [];
  const faults: Faults = {};
  const silences: string[] = [];
  let discoveries = 0;
  let answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void = () => {};
  const server = createServer((incoming, outgoing) => answer(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${issuer}/unused`],
        response_types: ["code"],
        grant_types: ["authorization_code"],
      },
    ],
    jwks: { keys: [{ ...keys.privateKey.export({ format: "jwk" }), kid: "test", use: "sig", alg: "RS256" }] },
    cookies: { keys: ["not-a-real-cookie-key"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    // Set only because the library otherwise warns about its defaults in every test's output.
    ttl: { AccessToken: 300, AuthorizationCode: 60, Grant: 300, IdToken: 300, Interaction: 300, Session: 300 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({ clientId, accountId: ctx.oidc.session?.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  // The vault's port is not known yet, and no test is about this check of the provider's.
  provider.Client.prototype.redirectUriAllowed = (uri: string) => uri.endsWith("/api/auth/callback/oidc");
  provider.use(async (ctx, next) => {
    await next();
    const body = ctx.body as Record<string, unknown> | undefined;
    if (ctx.path === "/.well-known/openid-configuration" && faults.metadataIssuer)
      ctx.body = { ...body, issuer: faults.metadataIssuer };
    if (ctx.path === "/token" && typeof body?.["id_token"] === "string" && (faults.claims ?? faults.foreignKey)) {
      ctx.body = {
        ...body,
        id_token: signAgain(body["id_token"], faults.claims ?? {}, (faults.foreignKey ? foreign : keys).privateKey),
      };
    }
  });

  const toProvider = provider.callback();
  answer = (incoming, outgoing) => {
    const url = new URL(incoming.url ?? "/", issuer);
    if (url.pathname === "/.well-known/openid-configuration") discoveries += 1;
    if (faults.silentAt?.includes(url.pathname)) return void silences.push(url.pathname);
    if (faults.failing?.path === url.pathname)
      return void outgoing.writeHead(faults.failing.status).end("not available");
    if (url.pathname === "/auth") requests.push(url.searchParams);
    if (url.pathname.startsWith("/interaction/")) return void interact(provider, incoming, outgoing);
    void toProvider(incoming, outgoing);
  };

  return {
    issuer,
    env: {
      AUTH_OIDC_ISSUER: issuer,
      AUTH_OIDC_CLIENT_ID: clientId,
      AUTH_OIDC_CLIENT_SECRET: clientSecret,
      AUTH_OIDC_NAME: "Example Login",
    },
    people,
    faults,
    mend: () => {
      for (const name of Object.keys(faults)) Reflect.deleteProperty(faults, name);
    },
    requests,
    discoveries: () => discoveries,
    silences,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function interact(provider: Provider, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  if (incoming.method === "GET") {
    outgoing.setHeader("Content-Type", "text/html");
    outgoing.end(
      '<!doctype html><title>Example Login</title><form method="post"><label>Subject <input name="subject" autofocus></label><button>Continue</button><button name="cancel" value="yes">Cancel</button></form>',
    );
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const form = new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
  await provider.interactionFinished(
    incoming,
    outgoing,
    form.has("cancel")
      ? { error: "access_denied", error_description: "cancelled" }
      : { login: { accountId: form.get("subject") ?? "" } },
  );
}

function signAgain(token: string, claims: Record<string, unknown>, key: KeyObject): string {
  const [header = "", payload = ""] = token.split(".");
  const altered = Buffer.from(
    JSON.stringify({ ...(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as object), ...claims }),
  ).toString("base64url");
  return `${header}.${altered}.${createSign("RSA-SHA256").update(`${header}.${altered}`).sign(key, "base64url")}`;
}

/**
 * Somebody's browser at the provider, over plain HTTP: signs in there, or cancels, and returns the address that leads
 * back.
 */
export class ProviderVisit {
  private readonly cookies = new Map<string, string>();

  async signIn(authorizationUrl: string, subject: string = randomUUID()): Promise<URL> {
    return this.walk(authorizationUrl, new URLSearchParams({ subject }));
  }

  async cancel(authorizationUrl: string): Promise<URL> {
    return this.walk(authorizationUrl, new URLSearchParams({ cancel: "yes" }));
  }

  private async walk(start: string, form: URLSearchParams): Promise<URL> {
    let at = new URL(start);
    const { origin } = at;
    for (let body: URLSearchParams | undefined; at.origin === origin;) {
      const response = await fetch(at, {
        redirect: "manual",
        headers: { Cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
        ...(body && { method: "POST", body }),
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value) this.cookies.set(name, value);
        else this.cookies.delete(name);
      }
      const location = response.headers.get("location");
      // Without a redirect this is the provider's form, which is sent to the same address.
      body = location ? undefined : form;
      if (!location && !at.pathname.startsWith("/interaction/"))
        throw new Error(`The provider answered ${response.status} at ${at.pathname}: ${await response.text()}`);
      if (location) at = new URL(location, at);
    }
    return at;
  }
}
