import { z } from "zod";
import { contract } from "../contract";
import { count, knownName, name } from "../primitives";

export const RenameProject = z
  .strictObject({
    from: knownName(),
    to: name(),
    merge: z.boolean().optional().meta({ description: "Whether to merge into an existing project" }),
  })
  .meta({ id: "RenameProject", example: { from: "billing", to: "payments" } });
export type RenameProject = z.infer<typeof RenameProject>;

export const RenamedProject = z
  .object({
    entries: count(),
    envProjects: count(),
    envFiles: count().meta({ description: "Files whose references got the new name" }),
    accessKeys: count(),
    trustRules: count(),
    members: count(),
    invitations: count(),
  })
  .meta({
    id: "RenamedProject",
    example: { entries: 12, envProjects: 1, envFiles: 2, accessKeys: 1, trustRules: 0, members: 0, invitations: 0 },
  });
export type RenamedProject = z.infer<typeof RenamedProject>;

export const renameProject = contract({
  id: "renameProject",
  method: "POST",
  path: "/projects/rename",
  tag: "Projects",
  summary: "Rename a project",
  description:
    "A project is a name: of entries, of an env project, and in the limits of access keys, trust rules, members and invitations. All of them change at once, and so do references to the entries. If a project named `to` exists, `merge` must be true; its env project then takes the files of the other. That is refused if a reference would lead to two entries afterwards. In a team, only an owner can merge projects if somebody is limited to one and not to the other.",
  access: "session",
  inVault: true,
  recentAuthentication: true,
  body: RenameProject,
  reply: { status: 200, json: RenamedProject },
  errors: [
    "AUTH_SCOPE_REQUIRED",
    "OUT_OF_BOUNDS",
    "PROJECT_NOT_FOUND",
    "PROJECT_EXISTS",
    "ENV_FILE_TAKEN",
    "REFERENCES_AMBIGUOUS",
    "TEAM_OWNER_REQUIRED",
  ],
});
