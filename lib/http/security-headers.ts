/** On every answer, page or not: it is what it says it is, tells no other site where it was, and no other site reads or frames it. */
export const securityHeaders = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(self), microphone=(), geolocation=(), payment=(), usb=()",
} as const;

/** Of what is no page: opened as one, it may load and run nothing. */
export const apiCsp = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** For an answer that went through TLS: for a year browsers ask for nothing of this host, or of one below it, otherwise. */
export const hsts = "max-age=31536000; includeSubDomains";
