import { toWebResponse } from "@/lib/http/exchange";
import { readiness } from "@/lib/server/health";

export const dynamic = "force-dynamic";
export const GET = async () => toWebResponse(await readiness());
