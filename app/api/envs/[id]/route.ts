import { deleteEnvProject, getEnvProject, updateEnvProject } from "@/lib/contracts/vault/envs";
import { readHeld } from "@/lib/contracts/vault/only-holding";
import { route } from "@/lib/http/route";
import * as envs from "@/lib/services/envs/envs";

export const GET = route(getEnvProject, async (ctx, { params }) => ({
  data: await envs.getEnvProject(ctx, params.id),
}));
export const PUT = route(updateEnvProject, async (ctx, { params, body, precondition }) => ({
  data: await envs.updateEnvProject(ctx, params.id, body, precondition),
}));
export const DELETE = route(deleteEnvProject, (ctx, { params, query, precondition }) =>
  envs.deleteEnvProject(ctx, params.id, precondition, readHeld(query.onlyHolding)),
);
