import { z } from "zod";
import { Actor } from "../access/activity";
import { contract } from "../contract";
import { KeyEntry, RevealedEntry } from "./entries";
import { EnvFile, RevealedEnvFile } from "./envs";
import { timestamp, version } from "../primitives";

const written = {
  version: version(),
  createdAt: timestamp().meta({ description: "When this value was written" }),
  by: Actor.nullable().meta({ description: "Who wrote it; null if it was written before this was recorded" }),
  current: z.boolean(),
};
const example = {
  version: 3,
  createdAt: "2026-03-01T09:30:00.000Z",
  by: {
    kind: "session",
    userId: "c19d5e70-2a8b-4f63-8e14-90b7d2f3a6c5",
    name: "Ada",
    keyId: null,
    keyPrefix: null,
  },
  current: true,
};

export const EntryVersion = z
  .object({ ...written, fieldNames: z.array(z.string()).nullable() })
  .meta({ id: "EntryVersion", example: { ...example, fieldNames: null } });
export type EntryVersion = z.infer<typeof EntryVersion>;

export const EnvFileVersion = z
  .object({ ...written, variableNames: z.array(z.string()) })
  .meta({ id: "EnvFileVersion", example: { ...example, variableNames: ["DEBUG"] } });
export type EnvFileVersion = z.infer<typeof EnvFileVersion>;

const RevealedEntryVersion = RevealedEntry.extend({ version: version() }).meta({
  id: "RevealedEntryVersion",
  example: {
    id: "8b0e4c52-7f1d-4a36-b2c9-15d3a7e6f804",
    name: "billing",
    value: "sk_test_not_a_real_key",
    environment: "production",
    version: 3,
  },
});
const RevealedEnvFileVersion = RevealedEnvFile.extend({ version: version() }).meta({
  id: "RevealedEnvFileVersion",
  example: {
    id: "8b0e4c52-7f1d-4a36-b2c9-15d3a7e6f804",
    projectId: "3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90",
    fileType: "env.local",
    content: "DEBUG=1\n",
    version: 3,
  },
});

const data = <T extends z.ZodType>(schema: T) => z.object({ data: schema });
const notFoundBy = { version: "VERSION_NOT_FOUND" } as const;
const numbers = ["version"] as const;

export const listEntryVersions = contract({
  id: "listEntryVersions",
  method: "GET",
  path: "/entries/{id}/versions",
  tag: "Entries",
  summary: "List the values that an entry had",
  description: "Without the values; the newest first, which is the current one.",
  access: { scope: "entries:read" },
  notFound: "ENTRY_NOT_FOUND",
  reply: { status: 200, json: z.array(EntryVersion) },
});

export const revealEntryVersion = contract({
  id: "revealEntryVersion",
  method: "POST",
  path: "/entries/{id}/versions/{version}/reveal",
  tag: "Entries",
  summary: "Decrypt a value that an entry had",
  access: { scope: "entries:reveal" },
  notFound: "ENTRY_NOT_FOUND",
  notFoundBy,
  numbers,
  reply: { status: 200, json: RevealedEntryVersion },
  plaintext: true,
  versioned: true,
});

export const restoreEntryVersion = contract({
  id: "restoreEntryVersion",
  method: "POST",
  path: "/entries/{id}/versions/{version}/restore",
  tag: "Entries",
  summary: "Make a former value the current one",
  description: "The value that it replaces is kept, as with every change.",
  access: { scope: "entries:write" },
  notFound: "ENTRY_NOT_FOUND",
  notFoundBy,
  numbers,
  reply: { status: 200, json: KeyEntry },
  versioned: true,
  conditional: ["If-Match"],
});

export const listEnvFileVersions = contract({
  id: "listEnvFileVersions",
  method: "GET",
  path: "/envs/{id}/files/{fileId}/versions",
  tag: "Env projects",
  summary: "List the texts that an env file had",
  description: "With the names of the variables, without their values; the newest first, which is the current one.",
  access: { scope: "envs:read" },
  notFound: "ENV_FILE_NOT_FOUND",
  reply: { status: 200, json: data(z.array(EnvFileVersion)) },
});

export const revealEnvFileVersion = contract({
  id: "revealEnvFileVersion",
  method: "POST",
  path: "/envs/{id}/files/{fileId}/versions/{version}/reveal",
  tag: "Env projects",
  summary: "Decrypt a text that an env file had",
  access: { scope: "envs:reveal" },
  notFound: "ENV_FILE_NOT_FOUND",
  notFoundBy,
  numbers,
  reply: { status: 200, json: data(RevealedEnvFileVersion) },
  plaintext: true,
  versioned: true,
});

export const restoreEnvFileVersion = contract({
  id: "restoreEnvFileVersion",
  method: "POST",
  path: "/envs/{id}/files/{fileId}/versions/{version}/restore",
  tag: "Env projects",
  summary: "Make a former text of an env file the current one",
  description: "The text that it replaces is kept, as with every save.",
  access: { scope: "envs:write" },
  notFound: "ENV_FILE_NOT_FOUND",
  notFoundBy,
  numbers,
  reply: { status: 200, json: data(EnvFile) },
  versioned: true,
  conditional: ["If-Match"],
});
