import { AppError } from "../../errors";
import type { ApiRequest } from "../types";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * For callers with a cookie. An unsafe method must come from this site according to Sec-Fetch-Site or, without that
 * header, Origin. A request with neither is refused, since every current browser sends one. A read is refused only if
 * it comes from another site, for example through a link to the export.
 */
export function assertSameOrigin(request: ApiRequest, publicOrigin: string | undefined): void {
  if (safeMethods.has(request.method) ? isFromOtherSite(request) : originOf(request, publicOrigin) !== "same")
    throw new AppError("CROSS_ORIGIN");
}

/** `none`: the user typed the address or opened a bookmark. */
function isFromOtherSite(request: ApiRequest): boolean {
  const site = request.headers.get("sec-fetch-site");
  return site === "cross-site" || site === "same-site";
}

/** For anonymous callers, which include scripts. Refuses a request only if a browser says that another site sent it. */
export function assertNotCrossOrigin(request: Asked, publicOrigin: string | undefined): void {
  if (isCrossOrigin(request, publicOrigin)) throw new AppError("CROSS_ORIGIN");
}

/** Whether a browser says that another site sent this unsafe request. */
export const isCrossOrigin = (request: Asked, publicOrigin: string | undefined): boolean =>
  !safeMethods.has(request.method) && originOf(request, publicOrigin) === "other";

/** The parts of a request that reveal its origin. */
type Asked = Pick<ApiRequest, "method" | "headers">;

function originOf(request: Asked, publicOrigin: string | undefined): "same" | "other" | "unsaid" {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" ? "same" : "other";
  const origin = request.headers.get("origin");
  if (origin === null) return "unsaid";
  if (origin === publicOrigin) return "same";
  // Behind a proxy that terminates TLS the scheme differs, so only hosts are compared. A page can't make a browser lie
  // about those.
  return URL.canParse(origin) && new URL(origin).host === request.headers.get("host") ? "same" : "other";
}
