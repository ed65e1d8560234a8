import { getEntryUses } from "@/lib/contracts/vault/references";
import { route } from "@/lib/http/route";
import * as uses from "@/lib/services/references/uses";

export const GET = route(getEntryUses, (ctx, { params, query }) =>
  uses.getEntryUses(ctx, params.id, { linksToCategory: query.linksToCategory === "true" }),
);
