import { tellEnded } from "./ended-session";
import { endPage, pageEndStore } from "./page-end";
import { hasTyped } from "./typed";

/** Same-site paths only: anything a browser would read as another origin becomes `/`. */
export function safePath(from: string | null | undefined): string {
  if (!from?.startsWith("/")) return "/";
  const base = "http://vault.invalid";
  try {
    const url = new URL(from, base);
    const path = `${url.pathname}${url.search}${url.hash}`;
    // "//host" and "/\host" parse to another origin; a path that itself starts with "//" would when used again.
    if (url.origin !== base || path.startsWith("//") || /^\/(login|register)(\/|\?|#|$)/.test(path)) return "/";
    return path;
  } catch {
    return "/";
  }
}

/** The sign-in page that leads back to the current one. */
export function signInPath(): string {
  if (typeof window === "undefined") return "/login";
  const { pathname, search } = window.location;
  const from = safePath(pathname + search);
  return from === "/" ? "/login" : `/login?from=${encodeURIComponent(from)}`;
}

let leaving = false;
// A page that the browser kept and shows again is not on its way any more.
if (typeof window !== "undefined") window.addEventListener("pageshow", () => (leaving = false));

/** Goes to a page by a full load, so that nothing decrypted stays in memory. */
export function leaveTo(path: string): void {
  leaving = true;
  window.location.assign(path);
}

/**
 * Leaves for sign-in, or clears the page and asks for it there where a form would lose what was typed. Many failing requests
 * lead there once; where somebody leaves on purpose, by signing out or deleting the account, and where the page was ended,
 * what still fails on the way changes nothing.
 */
export function goToSignIn(): void {
  if (leaving || pageEndStore.current() || typeof window === "undefined" || window.location.pathname === "/login")
    return;
  if (hasTyped()) return endPage({ why: "session-over", reached: true });
  tellEnded("ended");
  leaveTo(signInPath());
}

/** Loads the page anew, once: the server then asks for the second factor that the vault wants before anything else. */
export function goToSecondFactor(): void {
  if (leaving) return;
  leaving = true;
  window.location.reload();
}
