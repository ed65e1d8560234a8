import { beforeAll, expect, test } from "vitest";
import { loadOpenidClient } from "@/lib/identity/oidc/package";
import { oidcProvider, signingAlgorithms } from "@/lib/identity/oidc/provider";

beforeAll(loadOpenidClient);
const settings = {
  issuer: "https://login.example",
  clientId: "vault",
  clientSecret: "not-a-real-secret",
  name: "Example",
};
const metadata = {
  issuer: settings.issuer,
  authorization_endpoint: "https://login.example/a",
  token_endpoint: "https://login.example/t",
  jwks_uri: "https://login.example/k",
};
const offering = (offered: string[] | undefined) =>
  oidcProvider(
    settings,
    { ...metadata, ...(offered && { id_token_signing_alg_values_supported: offered }) },
    { askAgain: false, onFailure: () => {} },
  );

test.each([[["none"]], [["HS256"]], [["HS256", "HS384", "HS512", "none"]], [["RS1"]], [["rs256"]], [[]]])(
  "nobody can sign in at a provider that signs ID tokens only with %j",
  (offered) => {
    expect(() => offering(offered)).toThrow(expect.objectContaining({ code: "OIDC_MISCONFIGURED" }));
  },
);

test("each listed algorithm is asymmetric and accepted, and RS256 if the provider names none", () => {
  expect(signingAlgorithms.filter((name) => !/^(?:[REP]S(?:256|384|512)|EdDSA)$/.test(name))).toEqual([]);
  for (const name of signingAlgorithms) expect(offering(["HS256", name]).id).toBe("oidc");
  expect(offering(undefined).id).toBe("oidc");
});
