import { createShareLink, listShareLinks } from "@/lib/contracts/transfer/links";
import { route } from "@/lib/http/route";
import { siteOrigin } from "@/lib/http/site-origin";
import * as links from "@/lib/services/access/share-links";

export const GET = route(listShareLinks, (ctx) => links.listShareLinks(ctx));
export const POST = route(createShareLink, (ctx, { body }, header) =>
  links.createShareLink(ctx, body, siteOrigin(header)),
);
