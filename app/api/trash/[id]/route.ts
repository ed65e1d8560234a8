import { deleteFromTrash } from "@/lib/contracts/vault/trash";
import { route } from "@/lib/http/route";
import * as trash from "@/lib/services/trash";

export const DELETE = route(deleteFromTrash, (ctx, { params }) => trash.deleteFromTrash(ctx, params.id));
