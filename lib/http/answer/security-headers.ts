/** For every response: no MIME sniffing, no referrer, no reading or framing by other sites. */
export const securityHeaders = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(self), microphone=(), geolocation=(), payment=(), usb=()",
} as const;

/** CSP for non-page responses: opened as a page, they may load and run nothing. */
export const apiCsp = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Sent over TLS only: browsers then use HTTPS for this host and its subdomains for a year. */
export const hsts = "max-age=31536000; includeSubDomains";
