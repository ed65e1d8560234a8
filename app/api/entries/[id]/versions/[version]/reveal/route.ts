import { revealEntryVersion } from "@/lib/contracts/vault/versions";
import { route } from "@/lib/http/route";
import * as versions from "@/lib/services/entries/entry-versions";

export const POST = route(revealEntryVersion, (ctx, { params }) =>
  versions.revealEntryVersion(ctx, params.id, Number(params.version)),
);
