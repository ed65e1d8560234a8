import { type NextRequest, NextResponse } from "next/server";
import { securityHeaders } from "./lib/http/answer/security-headers";

/**
 * Runs before every page. Redirects if there is no session cookie, which spares a signed-out visitor an empty page;
 * only the API decides whether a cookie is valid. Adds the security headers, with a nonce for this response.
 */
export function middleware(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  const signedIn =
    request.cookies.has("next-auth.session-token") || request.cookies.has("__Host-next-auth.session-token");
  if (!signedIn && !openPages.has(pathname) && !pathname.startsWith("/share/")) {
    const login = new URL("/login", request.url);
    if (pathname !== "/") login.searchParams.set("from", pathname + search);
    return withHeaders(NextResponse.redirect(login), "");
  }
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(18))).toString("base64");
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  // Next reads the nonce for its own scripts from this request header.
  headers.set("Content-Security-Policy", policy);
  headers.set("x-nonce", nonce);
  return withHeaders(NextResponse.next({ request: { headers } }), policy);
}

const openPages = new Set([
  "/login",
  "/register",
  "/invitation",
  "/forgot-password",
  "/reset-password",
  "/confirm-email",
  "/docs",
]);

function contentSecurityPolicy(nonce: string): string {
  const development = process.env.NODE_ENV === "development";
  return [
    "default-src 'self'",
    // next dev evaluates modules from strings; production never does.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${development ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function withHeaders(response: NextResponse, policy: string): NextResponse {
  if (policy) response.headers.set("Content-Security-Policy", policy);
  response.headers.set("Cache-Control", "no-store");
  for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value);
  return response;
}

export const config = {
  runtime: "nodejs",
  matcher: [
    "/((?!api|_next/static|swagger-ui|share-page|healthz|readyz|favicon.ico|robots.txt|icon.svg|page-facts|icons(?:/|$)).*)",
  ],
};
