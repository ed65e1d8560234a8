import { revealEnvFile } from "@/lib/contracts/envs";
import { route } from "@/lib/http/route";
import * as envFiles from "@/lib/services/env-files";

export const POST = route(revealEnvFile, async (ctx, { params }) => ({
  data: await envFiles.revealEnvFile(ctx, params.id, params.fileId),
}));
