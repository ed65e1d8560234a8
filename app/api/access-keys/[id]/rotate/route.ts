import { rotateAccessKey } from "@/lib/contracts/access/access-keys";
import { route } from "@/lib/http/route";
import * as accessKeys from "@/lib/services/access/access-keys";

export const POST = route(rotateAccessKey, (ctx, { params, body }) => accessKeys.rotateAccessKey(ctx, params.id, body));
