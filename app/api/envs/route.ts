import { createEnvProject, listEnvProjects } from "@/lib/contracts/envs";
import { route } from "@/lib/http/route";
import * as envs from "@/lib/services/envs";

export const GET = route(listEnvProjects, async (caller, { query }) => ({
  data: await envs.listEnvProjects(caller, query.search),
}));
export const POST = route(createEnvProject, async (caller, { body, precondition }) => ({
  data: await envs.createEnvProject(caller, body, precondition),
}));
