import type * as projects from "../../../contracts/vault/projects";
import { endpoint } from "../api";

export const renameProject = endpoint<typeof projects.renameProject>("POST", "/projects/rename", "json");
