import { openShareLink } from "@/lib/contracts/transfer/links";
import { route } from "@/lib/http/route";
import { countedOpening } from "@/lib/identity/throttle/guess-count";
import * as links from "@/lib/services/access/share-links";

export const POST = route(openShareLink, ({ request }, { params }, header) =>
  countedOpening(header("x-forwarded-for") ?? "", () => links.openShareLink(params.id, request)),
);
