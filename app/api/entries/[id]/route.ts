import { deleteEntry, getEntry, updateEntry } from "@/lib/contracts/entries";
import { route } from "@/lib/http/route";
import * as entries from "@/lib/services/entries";

export const GET = route(getEntry, (caller, { params }) => entries.getEntry(caller, params.id));
export const PUT = route(updateEntry, (caller, { params, body, precondition }) =>
  entries.updateEntry(caller, params.id, body, precondition),
);
export const DELETE = route(deleteEntry, (caller, { params, precondition }) =>
  entries.deleteEntry(caller, params.id, precondition),
);
