import { extractNames } from "@/lib/contracts/transfer/ai-extract";
import { route } from "@/lib/http/route";
import * as aiExtract from "@/lib/services/ai-extract";

export const POST = route(extractNames, async (ctx, { body }) => ({
  data: await aiExtract.extractNames(ctx, body),
}));
