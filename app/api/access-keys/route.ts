import { createAccessKey, listAccessKeys } from "@/lib/contracts/access/access-keys";
import { route } from "@/lib/http/route";
import * as accessKeys from "@/lib/services/access/access-keys";

export const GET = route(listAccessKeys, (ctx) => accessKeys.listAccessKeys(ctx));
export const POST = route(createAccessKey, (ctx, { body }) => accessKeys.createAccessKey(ctx, body));
