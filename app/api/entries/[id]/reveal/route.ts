import { revealEntry } from "@/lib/contracts/vault/entries";
import { route } from "@/lib/http/route";
import * as entries from "@/lib/services/entries/entries";

export const POST = route(revealEntry, (ctx, { params }) => entries.revealEntry(ctx, params.id));
