import { exportEntries } from "@/lib/contracts/export";
import { route } from "@/lib/http/route";
import { skippedHeaders } from "@/lib/http/skipped-headers";
import * as exports from "@/lib/services/export";

export const GET = route(exportEntries, async (ctx, { query }) => {
  const { text, skipped } = await exports.exportEntries(ctx, query);
  return { text, headers: skippedHeaders(skipped) };
});
