import { listEntryVersions } from "@/lib/contracts/vault/versions";
import { route } from "@/lib/http/route";
import * as versions from "@/lib/services/entries/entry-versions";

export const GET = route(listEntryVersions, (ctx, { params }) => versions.listEntryVersions(ctx, params.id));
