import { createCategory, listCategories } from "@/lib/contracts/categories";
import { route } from "@/lib/http/route";
import * as categories from "@/lib/services/categories";

export const GET = route(listCategories, (caller) => categories.listCategories(caller));
export const POST = route(createCategory, (caller, { body, precondition }) =>
  categories.createCategory(caller, body, precondition),
);
