import { saveEnvFile } from "@/lib/contracts/vault/envs";
import { route } from "@/lib/http/route";
import * as envFiles from "@/lib/services/envs/env-files";

export const POST = route(saveEnvFile, async (ctx, { params, body, precondition }) => {
  const { created, file } = await envFiles.saveEnvFile(ctx, params.id, body, precondition);
  const status: 200 | 201 = created ? 201 : 200;
  return { status, json: { data: file } };
});
