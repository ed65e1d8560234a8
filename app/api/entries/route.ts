import { createEntry, listEntries } from "@/lib/contracts/entries";
import { route } from "@/lib/http/route";
import * as entries from "@/lib/services/entries";

export const GET = route(listEntries, (caller) => entries.listEntries(caller));
export const POST = route(createEntry, (caller, { body, precondition }) =>
  entries.createEntry(caller, body, precondition),
);
