import { getStats } from "@/lib/contracts/vault/stats";
import { route } from "@/lib/http/route";
import * as stats from "@/lib/services/stats";

export const GET = route(getStats, (ctx) => stats.getStats(ctx));
