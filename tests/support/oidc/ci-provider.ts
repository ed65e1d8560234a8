import { generateKeyPairSync } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import { onTestFinished } from "vitest";

/**
 * A certified OIDC provider on loopback (oidc-provider) that gives CI jobs ID tokens for an audience, as GitHub does: its
 * own metadata, keys and signatures. Stops with the test.
 */
export async function aCiProvider(audience: string) {
  let answer: RequestListener = () => {};
  const server = createServer((incoming, outgoing) => answer(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: audience,
        client_secret: "not-a-real-client-secret",
        redirect_uris: [`${issuer}/unused`],
        response_types: ["code"],
        grant_types: ["authorization_code"],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid: "test", use: "sig", alg: "RS256" }] },
    cookies: { keys: ["not-a-real-cookie-key"] },
    // Set only because the library otherwise warns about its defaults in every test's output.
    ttl: { AccessToken: 300, AuthorizationCode: 60, Grant: 300, IdToken: 300, Interaction: 300, Session: 300 },
    features: { devInteractions: { enabled: false } },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
  });
  const toProvider = provider.callback();
  answer = (incoming, outgoing) => void toProvider(incoming, outgoing);
  return {
    issuer,
    /** The ID token of a job that says this of itself. */
    async token(claims: Record<string, unknown>): Promise<string> {
      const client = await provider.Client.find(audience);
      if (!client) throw new Error("The provider does not know its client");
      const token = new provider.IdToken({}, { client });
      for (const [name, value] of Object.entries(claims)) token.set(name, value);
      return token.issue({ use: "idtoken" });
    },
  };
}
