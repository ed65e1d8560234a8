import { getActivityHead } from "@/lib/contracts/access/activity";
import { route } from "@/lib/http/route";
import * as activity from "@/lib/services/activity";

export const GET = route(getActivityHead, (ctx) => activity.getActivityHead(ctx));
