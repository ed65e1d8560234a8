import { revealEnvFile } from "@/lib/contracts/vault/envs";
import { route } from "@/lib/http/route";
import * as envFiles from "@/lib/services/envs/env-files";
import { revealResolvedFile } from "@/lib/services/references/resolve";

export const POST = route(revealEnvFile, async (ctx, { params, query }) => ({
  data: await (query.resolve === "true" ? revealResolvedFile : envFiles.revealEnvFile)(ctx, params.id, params.fileId),
}));
