import { getOpenApi } from "@/lib/contracts/openapi";
import { openApiDocument } from "@/lib/http/openapi";
import { route } from "@/lib/http/route";

export const GET = route(getOpenApi, () => openApiDocument());
