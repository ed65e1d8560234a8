/** Made by scripts/build/bundle.mjs from app/api: every route file and the methods that it exports, without catch-all routes. */
declare module "virtual:api-routes" {
  import type { RouteHandler } from "@/lib/http/route";
  const routes: readonly { path: string; handlers: Readonly<Record<string, RouteHandler | undefined>> }[];
  export default routes;

  type NextAuthHandler = (request: Request, context: { params: Promise<{ nextauth: string[] }> }) => Promise<Response>;
  /** NextAuth's catch-all route. */
  export const nextAuthRoute: Readonly<Record<"GET" | "POST", NextAuthHandler>>;
  /** app/page-facts, which answers the pages alone. */
  export const pageFacts: (request: Request) => Promise<Response>;
}
