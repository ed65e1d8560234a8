import { restoreFromTrash } from "@/lib/contracts/vault/trash";
import { route } from "@/lib/http/route";
import * as trash from "@/lib/services/trash";

export const POST = route(restoreFromTrash, (ctx, { params }) => trash.restoreFromTrash(ctx, params.id));
