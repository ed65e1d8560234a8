import { renameProject } from "@/lib/contracts/vault/projects";
import { route } from "@/lib/http/route";
import * as projects from "@/lib/services/projects";

export const POST = route(renameProject, (ctx, { body }) => projects.renameProject(ctx, body));
