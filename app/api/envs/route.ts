import { createEnvProject, listEnvProjects } from "@/lib/contracts/vault/envs";
import { route } from "@/lib/http/route";
import * as envs from "@/lib/services/envs/envs";

export const GET = route(listEnvProjects, async (ctx, { query }) => ({
  data: await envs.listEnvProjects(ctx, query.search),
}));
export const POST = route(createEnvProject, async (ctx, { body, precondition }) => ({
  data: await envs.createEnvProject(ctx, body, precondition),
}));
