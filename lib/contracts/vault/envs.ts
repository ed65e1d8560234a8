import { z } from "zod";
import { contract } from "../contract";
import { OnlyHolding } from "./only-holding";
import {
  count,
  fileText,
  id,
  name,
  nameLengthMax,
  note,
  serverManagedWithVersion,
  timestamp,
  version,
} from "../primitives";

export const EnvFileType = z
  .enum(["env", "env.local", "env.production", "env.development"])
  .meta({ id: "EnvFileType" });
export type EnvFileType = z.infer<typeof EnvFileType>;

const exampleProject = {
  id: "3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90",
  userId: "c19d5e70-2a8b-4f63-8e14-90b7d2f3a6c5",
  name: "billing",
  description: "The billing service",
  fileCount: 1,
  createdAt: "2026-03-01T09:30:00.000Z",
  updatedAt: "2026-03-01T09:30:00.000Z",
  version: 1,
};

export const EnvProject = z
  .object({
    id: id(),
    userId: z.string(),
    name: z.string(),
    description: z.string(),
    fileCount: count(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    version: version(),
  })
  .meta({
    id: "EnvProject",
    example: exampleProject,
  });
export type EnvProject = z.infer<typeof EnvProject>;

const exampleFile = {
  id: "8b0e4c52-7f1d-4a36-b2c9-15d3a7e6f804",
  projectId: "3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90",
  fileType: "env.local",
  createdAt: "2026-03-01T09:30:00.000Z",
  updatedAt: "2026-03-01T09:30:00.000Z",
  version: 1,
};

export const EnvFile = z
  .object({
    id: id(),
    projectId: id(),
    fileType: EnvFileType,
    createdAt: timestamp(),
    updatedAt: timestamp(),
    version: version(),
  })
  .meta({
    id: "EnvFile",
    example: exampleFile,
  });
export type EnvFile = z.infer<typeof EnvFile>;

export const EnvProjectWithFiles = EnvProject.extend({ files: z.array(EnvFile) }).meta({
  id: "EnvProjectWithFiles",
  example: {
    ...exampleProject,
    files: [exampleFile],
  },
});
export type EnvProjectWithFiles = z.infer<typeof EnvProjectWithFiles>;

export const RevealedEnvFile = z
  .object({ id: id(), projectId: id(), fileType: EnvFileType, content: z.string() })
  .meta({
    id: "RevealedEnvFile",
    example: {
      id: "8b0e4c52-7f1d-4a36-b2c9-15d3a7e6f804",
      projectId: "3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90",
      fileType: "env.local",
      content: "DEBUG=1\n",
    },
  });
export type RevealedEnvFile = z.infer<typeof RevealedEnvFile>;

export const CreateEnvProject = z
  .strictObject({ name: name(), description: note().nullish() })
  .meta({ id: "CreateEnvProject", example: { name: "billing", description: "The billing service" } });
export type CreateEnvProject = z.infer<typeof CreateEnvProject>;

export const UpdateEnvProject = z
  .strictObject({
    name: name().optional(),
    description: note().nullish(),
    fileCount: z.unknown().optional(),
    files: z.unknown().optional(),
    ...serverManagedWithVersion,
  })
  .meta({ id: "UpdateEnvProject", example: { description: "Moved to the new cluster" } });
export type UpdateEnvProject = z.infer<typeof UpdateEnvProject>;

export const SaveEnvFile = z
  .strictObject({
    fileType: EnvFileType,
    content: fileText(),
    // What a client may send back as it read it.
    ...serverManagedWithVersion,
    projectId: z.unknown().optional(),
  })
  .meta({ id: "SaveEnvFile", example: { fileType: "env.local", content: "DEBUG=1\n" } });
export type SaveEnvFile = z.infer<typeof SaveEnvFile>;

const tag = "Env projects";
const data = <T extends z.ZodType>(schema: T) => z.object({ data: schema });

export const listEnvProjects = contract({
  id: "listEnvProjects",
  method: "GET",
  path: "/envs",
  tag,
  summary: "List env projects",
  description:
    "All of the caller's projects, by name, then creation; `search` keeps those whose name contains it, ignoring case.",
  access: { scope: "envs:read" },
  query: z.strictObject({
    search: z.string().max(nameLengthMax, `must have at most ${nameLengthMax} characters`).optional(),
  }),
  reply: { status: 200, json: data(z.array(EnvProject)) },
});

export const createEnvProject = contract({
  id: "createEnvProject",
  method: "POST",
  path: "/envs",
  tag,
  summary: "Create an env project",
  description: "With `If-None-Match: *`, only if none has this name yet; of several requests at once, one succeeds.",
  access: { scope: "envs:write" },
  body: CreateEnvProject,
  reply: { status: 201, json: data(EnvProject) },
  versioned: true,
  conditional: ["If-None-Match"],
});

export const getEnvProject = contract({
  id: "getEnvProject",
  method: "GET",
  path: "/envs/{id}",
  tag,
  summary: "Read an env project and its files, without content",
  access: { scope: "envs:read" },
  notFound: "ENV_PROJECT_NOT_FOUND",
  reply: { status: 200, json: data(EnvProjectWithFiles) },
  versioned: true,
});

export const updateEnvProject = contract({
  id: "updateEnvProject",
  method: "PUT",
  path: "/envs/{id}",
  tag,
  summary: "Change an env project",
  access: { scope: "envs:write" },
  notFound: "ENV_PROJECT_NOT_FOUND",
  body: UpdateEnvProject,
  reply: { status: 200, json: data(EnvProject) },
  versioned: true,
  conditional: ["If-Match"],
});

export const deleteEnvProject = contract({
  id: "deleteEnvProject",
  method: "DELETE",
  path: "/envs/{id}",
  tag,
  summary: "Delete an env project with its files",
  access: { scope: "envs:write" },
  notFound: "ENV_PROJECT_NOT_FOUND",
  query: OnlyHolding,
  reply: { status: 204 },
  conditional: ["If-Match"],
});

export const saveEnvFile = contract({
  id: "saveEnvFile",
  method: "POST",
  path: "/envs/{id}/files",
  tag,
  summary: "Save an env file",
  description: "One file per type: 201 if it is new, 200 if it replaces the stored one.",
  access: { scope: "envs:write" },
  notFound: "ENV_PROJECT_NOT_FOUND",
  body: SaveEnvFile,
  // Room for a text of 1 MiB however it is escaped: JSON writes a byte of it as up to six, and many programs send ASCII only.
  bodyBytesMax: 7 * 1024 * 1024,
  reply: { status: [200, 201], json: data(EnvFile) },
  versioned: true,
  conditional: ["If-Match", "If-None-Match"],
});

export const deleteEnvFile = contract({
  id: "deleteEnvFile",
  method: "DELETE",
  path: "/envs/{id}/files/{fileId}",
  tag,
  summary: "Delete an env file",
  access: { scope: "envs:write" },
  notFound: "ENV_FILE_NOT_FOUND",
  reply: { status: 204 },
  conditional: ["If-Match"],
});

export const revealEnvFile = contract({
  id: "revealEnvFile",
  method: "POST",
  path: "/envs/{id}/files/{fileId}/reveal",
  tag,
  summary: "Decrypt an env file",
  description:
    "As it is stored. With `resolve=true`, which needs `entries:reveal` too, each reference to an entry is replaced by its value; if one can't be, nothing is decrypted.",
  access: { scope: "envs:reveal" },
  notFound: "ENV_FILE_NOT_FOUND",
  query: z.strictObject({ resolve: z.enum(["true", "false"]).optional() }),
  reply: { status: 200, json: data(RevealedEnvFile) },
  errors: ["UNRESOLVED_REFERENCES"],
  plaintext: true,
  versioned: true,
});
