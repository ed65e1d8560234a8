import { toWebResponse } from "@/lib/http/types";
import { health } from "@/lib/server/watch/health";

export const dynamic = "force-dynamic";
export const GET = () => toWebResponse(health());
