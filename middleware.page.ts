// The middleware as the production build looks for it (next.config.ts: pageExtensions). Next reads this object without running
// it, so that it stands here once more.
export { middleware } from "./middleware";

export const config = {
  runtime: "nodejs",
  matcher: [
    "/((?!api|_next/static|swagger-ui|share-page|healthz|readyz|favicon.ico|robots.txt|icon.svg|page-facts|icons(?:/|$)).*)",
  ],
};
