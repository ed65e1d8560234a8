import { deleteEnvFile } from "@/lib/contracts/envs";
import { route } from "@/lib/http/route";
import * as envFiles from "@/lib/services/env-files";

export const DELETE = route(deleteEnvFile, (caller, { params, precondition }) =>
  envFiles.deleteEnvFile(caller, params.id, params.fileId, precondition),
);
