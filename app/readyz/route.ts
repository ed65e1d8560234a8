import { toWebResponse } from "@/lib/http/types";
import { readiness } from "@/lib/server/watch/health";

export const dynamic = "force-dynamic";
export const GET = async () => toWebResponse(await readiness());
