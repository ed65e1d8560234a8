import { deleteEnvFile } from "@/lib/contracts/vault/envs";
import { route } from "@/lib/http/route";
import * as envFiles from "@/lib/services/envs/env-files";

export const DELETE = route(deleteEnvFile, (ctx, { params, precondition }) =>
  envFiles.deleteEnvFile(ctx, params.id, params.fileId, precondition),
);
