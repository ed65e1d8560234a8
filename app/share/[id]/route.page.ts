import { sharePage } from "../page-html";

export const dynamic = "force-dynamic";

/**
 * The same page for every link, whether it is there or not: previews and scanners that fetch it spend no view and learn
 * nothing. The middleware adds the nonce and the headers of all pages.
 */
export const GET = (request: Request) =>
  new Response(sharePage(request.headers.get("x-nonce") ?? ""), {
    headers: { "Content-Type": "text/html; charset=utf-8", "X-Robots-Tag": "noindex, nofollow, noarchive" },
  });
