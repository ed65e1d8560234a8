import { deleteShareLink } from "@/lib/contracts/transfer/links";
import { route } from "@/lib/http/route";
import * as links from "@/lib/services/access/share-links";

export const DELETE = route(deleteShareLink, (ctx, { params }) => links.deleteShareLink(ctx, params.id));
