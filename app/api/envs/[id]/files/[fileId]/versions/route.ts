import { listEnvFileVersions } from "@/lib/contracts/vault/versions";
import { route } from "@/lib/http/route";
import * as versions from "@/lib/services/env-file-versions";

export const GET = route(listEnvFileVersions, async (ctx, { params }) => ({
  data: await versions.listEnvFileVersions(ctx, { projectId: params.id, id: params.fileId }),
}));
