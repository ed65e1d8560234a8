import { deleteCategory, getCategory, updateCategory } from "@/lib/contracts/categories";
import { route } from "@/lib/http/route";
import * as categories from "@/lib/services/categories";

export const GET = route(getCategory, (caller, { params }) => categories.getCategory(caller, params.id));
export const PUT = route(updateCategory, (caller, { params, body }) => categories.updateCategory(caller, params.id, body));
export const DELETE = route(deleteCategory, (caller, { params }) => categories.deleteCategory(caller, params.id));
