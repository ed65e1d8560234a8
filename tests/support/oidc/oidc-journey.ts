import { randomUUID } from "node:crypto";
import { type Actor, actor } from "../callers/actors";
import type { Browser } from "../browser/browser-login";
import { ProviderVisit } from "./oidc-provider";

/** Asks the vault to start a sign-in at the provider. Returns the provider's address. */
export async function beginOidc(browser: Browser, fields: Record<string, string> = {}): Promise<string> {
  const response = await browser.post("/api/auth/signin/oidc", fields);
  const { url } = (await response.json()) as { url: string };
  return url;
}

/** Takes the provider's response back to the vault. Returns the address that it leads to. */
export async function returnTo(browser: Browser, callback: URL): Promise<URL> {
  const response = await browser.fetch(callback.pathname + callback.search);
  return new URL(response.headers.get("location") ?? "about:blank", browser.baseUrl);
}

/** The complete sign-in: vault, provider, vault. `subject`: who signs in at the provider. */
export async function journey(
  browser: Browser,
  {
    subject = randomUUID() as string,
    fields = {},
    visit = new ProviderVisit(),
  }: { subject?: string; fields?: Record<string, string>; visit?: ProviderVisit } = {},
): Promise<URL> {
  return returnTo(browser, await visit.signIn(await beginOidc(browser, fields), subject));
}

/** What a page says after a sign-in: its path, and the error code. */
export const seen = (url: URL) => ({ pathname: url.pathname, error: url.searchParams.get("error") });

/** The API with a browser's session. */
export function sessionOf(browser: Browser): Actor {
  const cookie = browser.sessionCookie();
  return actor(cookie ? { Cookie: `${cookie.name}=${cookie.value}`, Origin: browser.baseUrl } : {}, browser.baseUrl);
}

/** The signed-in user according to the session endpoint; undefined for nobody. */
export async function whoIs(
  browser: Browser,
): Promise<{ id: string; email: string | null; name: string | null } | undefined> {
  return (
    (await (await browser.fetch("/api/auth/session")).json()) as {
      user?: { id: string; email: string | null; name: string | null };
    }
  ).user;
}
