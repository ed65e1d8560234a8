import { importItems } from "@/lib/contracts/transfer/import";
import { route } from "@/lib/http/route";
import * as imports from "@/lib/services/import";

export const POST = route(importItems, (ctx, { body }) => imports.importItems(ctx, body));
