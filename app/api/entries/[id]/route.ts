import { deleteEntry, getEntry, updateEntry } from "@/lib/contracts/vault/entries";
import { route } from "@/lib/http/route";
import * as entries from "@/lib/services/entries/entries";
import * as update from "@/lib/services/entries/update-entry";

export const GET = route(getEntry, (ctx, { params }) => entries.getEntry(ctx, params.id));
export const PUT = route(updateEntry, (ctx, { params, query, body, precondition }) =>
  update.updateEntry(ctx, params.id, body, precondition, {
    rewriteReferences: query.rewriteReferences === "true",
  }),
);
export const DELETE = route(deleteEntry, (ctx, { params, precondition }) =>
  entries.deleteEntry(ctx, params.id, precondition),
);
