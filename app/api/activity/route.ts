import { listActivity } from "@/lib/contracts/access/activity";
import { asksForLines } from "@/lib/http/request/ndjson";
import { route } from "@/lib/http/route";
import * as activity from "@/lib/services/activity";

export const GET = route(listActivity, (ctx, { query }, header) =>
  asksForLines(header("accept")) ? { pages: activity.streamActivity(ctx, query) } : activity.listActivity(ctx, query),
);
