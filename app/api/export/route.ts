import { exportEntries } from "@/lib/contracts/export";
import { route } from "@/lib/http/route";
import { skippedHeaders } from "@/lib/http/skipped-headers";
import * as exports from "@/lib/services/export";

export const GET = route(exportEntries, async (caller, { query }) => {
  const { text, skipped } = await exports.exportEntries(caller, query);
  return { text, headers: skippedHeaders(skipped) };
});
