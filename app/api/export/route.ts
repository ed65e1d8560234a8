import { exportEntries } from "@/lib/contracts/transfer/export";
import { exportHeaders } from "@/lib/http/answer/export-headers";
import { route } from "@/lib/http/route";
import * as exports from "@/lib/services/export";

export const GET = route(exportEntries, async (ctx, { query }) => {
  const { text, skipped, repeated } = await exports.exportEntries(ctx, query, ctx.stillWanted);
  return { text, headers: exportHeaders(skipped, repeated) };
});
