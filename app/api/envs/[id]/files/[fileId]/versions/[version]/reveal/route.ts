import { revealEnvFileVersion } from "@/lib/contracts/vault/versions";
import { route } from "@/lib/http/route";
import * as versions from "@/lib/services/envs/env-file-versions";

export const POST = route(revealEnvFileVersion, async (ctx, { params }) => ({
  data: await versions.revealEnvFileVersion(ctx, { projectId: params.id, id: params.fileId }, Number(params.version)),
}));
