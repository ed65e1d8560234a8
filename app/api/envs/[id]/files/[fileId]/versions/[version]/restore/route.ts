import { restoreEnvFileVersion } from "@/lib/contracts/vault/versions";
import { route } from "@/lib/http/route";
import * as versions from "@/lib/services/envs/env-file-versions";

export const POST = route(restoreEnvFileVersion, async (ctx, { params, precondition }) => ({
  data: await versions.restoreEnvFileVersion(
    ctx,
    { projectId: params.id, id: params.fileId },
    Number(params.version),
    precondition,
  ),
}));
