import { toWebResponse } from "@/lib/http/types";
import { health } from "@/lib/server/health";

export const dynamic = "force-dynamic";
export const GET = () => toWebResponse(health());
