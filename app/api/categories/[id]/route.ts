import { deleteCategory, getCategory, updateCategory } from "@/lib/contracts/vault/categories";
import { readHeld } from "@/lib/contracts/vault/only-holding";
import { route } from "@/lib/http/route";
import * as categories from "@/lib/services/entries/categories";

export const GET = route(getCategory, (ctx, { params }) => categories.getCategory(ctx, params.id));
export const PUT = route(updateCategory, (ctx, { params, query, body, precondition }) =>
  categories.updateCategory(ctx, params.id, body, precondition, {
    rewriteReferences: query.rewriteReferences === "true",
  }),
);
export const DELETE = route(deleteCategory, (ctx, { params, query, precondition }) =>
  categories.deleteCategory(ctx, params.id, precondition, readHeld(query.onlyHolding)),
);
