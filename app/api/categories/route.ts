import { createCategory, listCategories } from "@/lib/contracts/vault/categories";
import { route } from "@/lib/http/route";
import * as categories from "@/lib/services/entries/categories";

export const GET = route(listCategories, (ctx) => categories.listCategories(ctx));
export const POST = route(createCategory, (ctx, { body, precondition }) =>
  categories.createCategory(ctx, body, precondition),
);
