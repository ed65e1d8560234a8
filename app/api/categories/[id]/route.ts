import { deleteCategory, getCategory, updateCategory } from "@/lib/contracts/categories";
import { route } from "@/lib/http/route";
import * as categories from "@/lib/services/categories";

export const GET = route(getCategory, (caller, { params }) => categories.getCategory(caller, params.id));
export const PUT = route(updateCategory, (caller, { params, body, precondition }) =>
  categories.updateCategory(caller, params.id, body, precondition),
);
export const DELETE = route(deleteCategory, (caller, { params, precondition }) =>
  categories.deleteCategory(caller, params.id, precondition),
);
