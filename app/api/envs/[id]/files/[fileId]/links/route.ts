import { listFileLinks } from "@/lib/contracts/vault/references";
import { route } from "@/lib/http/route";
import * as links from "@/lib/services/references/links";

export const GET = route(listFileLinks, async (ctx, { params }) => ({
  data: await links.listFileLinks(ctx, params.id, params.fileId),
}));
