import { deleteEnvProject, getEnvProject, updateEnvProject } from "@/lib/contracts/envs";
import { route } from "@/lib/http/route";
import * as envs from "@/lib/services/envs";

export const GET = route(getEnvProject, async (caller, { params }) => ({
  data: await envs.getEnvProject(caller, params.id),
}));
export const PUT = route(updateEnvProject, async (caller, { params, body, precondition }) => ({
  data: await envs.updateEnvProject(caller, params.id, body, precondition),
}));
export const DELETE = route(deleteEnvProject, (caller, { params, precondition }) =>
  envs.deleteEnvProject(caller, params.id, precondition),
);
