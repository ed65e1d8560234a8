import { restoreEntryVersion } from "@/lib/contracts/vault/versions";
import { route } from "@/lib/http/route";
import * as versions from "@/lib/services/entries/entry-versions";

export const POST = route(restoreEntryVersion, (ctx, { params, precondition }) =>
  versions.restoreEntryVersion(ctx, params.id, Number(params.version), precondition),
);
