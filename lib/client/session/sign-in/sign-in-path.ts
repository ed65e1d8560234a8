import { tellEnded } from "../end/ended-session";
import { endPage, pageEndStore } from "../end/page-end";
import { hasTyped } from "../typed/typed";

/** Only same-site paths: anything a browser would read as another origin becomes `/`. */
export function safePath(from: string | null | undefined): string {
  if (!from?.startsWith("/")) return "/";
  const base = "http://x";
  try {
    const url = new URL(from, base);
    const path = `${url.pathname}${url.search}${url.hash}`;
    // "//host" and "/\host" parse to another origin; a path that itself starts with "//" would when used again.
    if (url.origin !== base || path.startsWith("//") || /^\/(login|register)([/?#]|$)/.test(path)) return "/";
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

/** The page was kept for its text, which no longer needs it: the next request that finds the session ended may leave. */
export function mayLeaveAgain(): void {
  leaving = false;
}

// A page restored from the browser's cache is no longer leaving.
if (typeof window !== "undefined") window.addEventListener("pageshow", mayLeaveAgain);

/** Navigates with a full load, so that nothing decrypted stays in memory. */
export function leaveTo(path: string): void {
  leaving = true;
  window.location.assign(path);
}

/**
 * Goes to sign-in, or clears the page and asks there if a form would lose typed text. Many failing requests lead there
 * only once. After signing out, deleting the account or an ended page, later failures change nothing.
 */
export function goToSignIn(): void {
  if (leaving || pageEndStore.current() || typeof window === "undefined" || window.location.pathname === "/login")
    return;
  if (hasTyped()) return endPage({ why: "session-over", reached: true });
  tellEnded("ended");
  leaveTo(signInPath());
}

/** Reloads the page, once: the server then asks for the required second factor first. */
export function goToSecondFactor(): void {
  if (leaving) return;
  leaving = true;
  window.location.reload();
}
