import { createEntry, listEntries } from "@/lib/contracts/vault/entries";
import { route } from "@/lib/http/route";
import * as entries from "@/lib/services/entries/entries";

export const GET = route(listEntries, (ctx) => entries.listEntries(ctx));
export const POST = route(createEntry, (ctx, { body, precondition }) => entries.createEntry(ctx, body, precondition));
