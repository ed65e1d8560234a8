import { describe, expect, test } from "vitest";
import { Browser } from "../../../support/browser/browser-login";
import { oidcFaults } from "../../../support/oidc/oidc-faults";
import { beginOidc, journey, returnTo, seen, whoIs } from "../../../support/oidc/oidc-journey";
import { ProviderVisit, startOidcProvider } from "../../../support/oidc/oidc-provider";
import { oidcVault } from "../../../support/oidc/oidc-vault";

const { provider, vault, aVault } = await oidcVault();

const aBrowser = (of = vault) => new Browser({}, of.baseUrl);
/** The page and code of a failure. */
const failure = (page: string, error: string) => ({ pathname: page, error });

describe("each failure leads to a page that says what happened, and signs nobody in", () => {
  const faults: typeof oidcFaults = [
    ...oidcFaults,
    [
      "its own name but for a slash in its metadata",
      () => ({ metadataIssuer: `${provider.issuer}/` }),
      "OIDC_WRONG_ISSUER",
    ],
  ];

  test.for(faults)("%s", async ([, fault, code]) => {
    const browser = aBrowser();
    const callback = await new ProviderVisit().signIn(await beginOidc(browser));
    Object.assign(provider.faults, fault());
    expect(seen(await returnTo(browser, callback))).toEqual(failure("/login", code));
    expect([browser.sessionCookie(), await whoIs(browser)]).toEqual([undefined, undefined]);
  });

  test.for(["state", "nonce", "pkce.code_verifier"])(
    "a cookie of next-auth's (%s) that names another algorithm than ours",
    async (name) => {
      const browser = aBrowser();
      const callback = await new ProviderVisit().signIn(await beginOidc(browser));
      const kept = browser.cookies.get(`next-auth.${name}`);
      const header = Buffer.from('{"alg":"dir","enc":"A128CBC-HS256"}').toString("base64url");
      browser.cookies.set(`next-auth.${name}`, { value: `${header}..${kept?.value.split("..")[1]}`, attributes: [] });
      expect(seen(await returnTo(browser, callback))).toEqual(failure("/login", "OIDC_STATE"));
      expect(await whoIs(browser)).toBeUndefined();
    },
  );

  test("metadata in another issuer's name", async () => {
    provider.faults.metadataIssuer = "https://elsewhere.example";
    expect(seen(new URL(await beginOidc(aBrowser()), vault.baseUrl))).toEqual(failure("/login", "OIDC_WRONG_ISSUER"));
  });

  test("a code that was already spent, even with the cookies of its own sign-in", async () => {
    const browser = aBrowser();
    const callback = await new ProviderVisit().signIn(await beginOidc(browser, { callbackUrl: "/envs" }));
    const again = aBrowser();
    for (const [name, cookie] of browser.cookies) again.cookies.set(name, cookie);
    await returnTo(browser, callback);
    const page = await returnTo(again, callback);
    expect(seen(page)).toEqual(failure("/login", "OIDC_CODE_USED"));
    expect(page.searchParams.get("from")).toBe("/envs");
    // Its cookies were removed when it was spent.
    expect(seen(await returnTo(browser, callback))).toEqual(failure("/login", "OIDC_STATE"));
    expect(await whoIs(again)).toBeUndefined();
  });

  test("an altered state, and a response for another browser", async () => {
    const browser = aBrowser();
    const callback = await new ProviderVisit().signIn(await beginOidc(browser));
    const altered = new URL(callback);
    altered.searchParams.set("state", "A".repeat(43));
    expect(seen(await returnTo(browser, altered))).toEqual(failure("/login", "OIDC_STATE"));
    altered.searchParams.delete("state");
    expect(seen(await returnTo(browser, altered))).toEqual(failure("/login", "OIDC_STATE"));
    expect(seen(await returnTo(aBrowser(), callback))).toEqual(failure("/login", "OIDC_STATE"));
    const other = aBrowser();
    await beginOidc(other);
    expect(seen(await returnTo(other, callback))).toEqual(failure("/login", "OIDC_STATE"));
  });

  test("a response in another issuer's name (RFC 9207)", async () => {
    const browser = aBrowser();
    const callback = await new ProviderVisit().signIn(await beginOidc(browser));
    callback.searchParams.set("iss", "https://elsewhere.example");
    expect(seen(await returnTo(browser, callback))).toEqual(failure("/login", "OIDC_WRONG_ISSUER"));
  });

  test("a sign-in that was cancelled at the provider", async () => {
    const browser = aBrowser();
    expect(seen(await returnTo(browser, await new ProviderVisit().cancel(await beginOidc(browser))))).toEqual(
      failure("/login", "OIDC_CANCELLED"),
    );
  });

  test("a provider that is down, at the start or at the callback", async () => {
    const own = await startOidcProvider();
    const of = await aVault({ env: own.env });
    const [early, late] = [aBrowser(of), aBrowser(of)];
    const callback = await new ProviderVisit().signIn(await beginOidc(late));
    await own.stop();
    expect(seen(new URL(await beginOidc(early), of.baseUrl))).toEqual(failure("/login", "OIDC_UNREACHABLE"));
    expect(seen(await returnTo(late, callback))).toEqual(failure("/login", "OIDC_UNREACHABLE"));
  });

  test("a provider that accepts connections and never responds is given up within 6 s", async () => {
    const browser = aBrowser();
    const callback = await new ProviderVisit().signIn(await beginOidc(browser));
    const discovery = "/.well-known/openid-configuration";
    provider.faults.silentAt = ["/token"];
    const startedAt = Date.now();
    const returned = returnTo(browser, callback);
    // It waits for its token, and would not get that far without the metadata.
    await expect.poll(() => provider.silences).toEqual(["/token"]);
    provider.faults.silentAt = ["/token", discovery];
    const begun = await beginOidc(aBrowser());
    expect(seen(new URL(begun, vault.baseUrl))).toEqual(failure("/login", "OIDC_UNREACHABLE"));
    expect(seen(await returned)).toEqual(failure("/login", "OIDC_UNREACHABLE"));
    // 6 s, and a second until the other had begun.
    expect(Date.now() - startedAt).toBeLessThan(7_000);
    expect(new Set(provider.silences)).toEqual(new Set(["/token", discovery]));
  });

  test("a client secret that the provider refuses", async () => {
    const of = await aVault({ env: { ...provider.env, AUTH_OIDC_CLIENT_SECRET: "not-the-real-client-secret" } });
    expect(seen(await journey(aBrowser(of)))).toEqual(failure("/login", "OIDC_MISCONFIGURED"));
    expect(of.output()).not.toContain("not-the-real-client-secret");
  });

  test("an issuer that is not an OIDC provider", async () => {
    const of = await aVault({ env: { ...provider.env, AUTH_OIDC_ISSUER: vault.baseUrl } });
    expect(seen(new URL(await beginOidc(aBrowser(of)), of.baseUrl))).toEqual(failure("/login", "OIDC_MISCONFIGURED"));
  });
});
