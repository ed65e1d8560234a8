import { resolveEnvProject } from "@/lib/contracts/vault/references";
import { route } from "@/lib/http/route";
import * as resolve from "@/lib/services/references/resolve";

export const POST = route(resolveEnvProject, async (ctx, { params, body }) => ({
  data: await resolve.resolveEnvProject(ctx, params.id, body),
}));
