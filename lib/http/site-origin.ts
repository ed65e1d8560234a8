import { runtime } from "../runtime";
import { isOverTls } from "./cookies";

/**
 * Where this vault's pages are, without a slash at the end: NEXTAUTH_URL, or else where the request's own browser found
 * them. Only for what goes back to that browser, since a script may send any host.
 */
export const siteOrigin = (header: (name: string) => string | null): string =>
  runtime().settings.NEXTAUTH_URL ??
  new URL(`${isOverTls(header) ? "https" : "http"}://${header("host") ?? "localhost"}`).origin;
