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

/** Goes to a page by a full load, so that nothing decrypted stays in memory. */
export function leaveTo(path: string): void {
  window.location.assign(path);
}

let leaving = false;

/** Leaves for sign-in. Many failing requests lead there once. */
export function goToSignIn(): void {
  if (leaving || typeof window === "undefined" || window.location.pathname === "/login") return;
  leaving = true;
  leaveTo(signInPath());
}
