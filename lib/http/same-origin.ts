import { AppError } from "../errors";
import type { ApiRequest } from "./types";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * For callers with a cookie: an unsafe method must come from this site, as the browser itself says (Sec-Fetch-Site,
 * else Origin). A request that says neither is refused: every current browser sends one of them. Reading is refused
 * only to another site, a link to the export on one of its pages included.
 */
export function assertSameOrigin(request: ApiRequest, publicOrigin: string | undefined): void {
  if (safeMethods.has(request.method) ? isFromOtherSite(request) : originOf(request, publicOrigin) !== "same")
    throw new AppError("CROSS_ORIGIN");
}

/** `none`: somebody typed the address, or opened a bookmark. */
function isFromOtherSite(request: ApiRequest): boolean {
  const site = request.headers.get("sec-fetch-site");
  return site === "cross-site" || site === "same-site";
}

/** For anonymous calls, which scripts make as well: refused only when a browser says that another site sent it. */
export function assertNotCrossOrigin(request: Asked, publicOrigin: string | undefined): void {
  if (isCrossOrigin(request, publicOrigin)) throw new AppError("CROSS_ORIGIN");
}

/** Whether a browser says that another site sent this unsafe request. */
export const isCrossOrigin = (request: Asked, publicOrigin: string | undefined): boolean =>
  !safeMethods.has(request.method) && originOf(request, publicOrigin) === "other";

/** What of a request tells where it comes from. */
type Asked = Pick<ApiRequest, "method" | "headers">;

function originOf(request: Asked, publicOrigin: string | undefined): "same" | "other" | "unsaid" {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" ? "same" : "other";
  const origin = request.headers.get("origin");
  if (origin === null) return "unsaid";
  if (origin === publicOrigin) return "same";
  // Behind a proxy that ends TLS the scheme differs; the host is what the browser can't be made to lie about.
  return URL.canParse(origin) && new URL(origin).host === request.headers.get("host") ? "same" : "other";
}
