import { revokeAccessKey } from "@/lib/contracts/access/access-keys";
import { route } from "@/lib/http/route";
import * as accessKeys from "@/lib/services/access/access-keys";

export const DELETE = route(revokeAccessKey, (ctx, { params }) => accessKeys.revokeAccessKey(ctx, params.id));
