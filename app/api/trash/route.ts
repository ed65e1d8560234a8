import { emptyTrash, listTrash } from "@/lib/contracts/vault/trash";
import { route } from "@/lib/http/route";
import * as trash from "@/lib/services/trash";

export const GET = route(listTrash, (ctx) => trash.listTrash(ctx));
export const DELETE = route(emptyTrash, (ctx) => trash.emptyTrash(ctx));
