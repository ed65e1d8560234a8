import { listEnvFileVersions } from "@/lib/contracts/vault/versions";
import { route } from "@/lib/http/route";
import * as versions from "@/lib/services/envs/env-file-versions";

export const GET = route(listEnvFileVersions, async (ctx, { params }) => ({
  data: await versions.listEnvFileVersions(ctx, { projectId: params.id, id: params.fileId }),
}));
