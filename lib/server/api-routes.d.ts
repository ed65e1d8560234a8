/** Made by scripts/build.mjs from app/api: every route file and the methods that it exports. */
declare module "virtual:api-routes" {
  import type { RouteHandler } from "@/lib/http/route";
  const routes: readonly { path: string; handlers: Readonly<Record<string, RouteHandler | undefined>> }[];
  export default routes;
}
