import { z } from "zod";
import { contract } from "../contract";
import { EnvFileType } from "./envs";
import { Environment, id, timestamp } from "../primitives";

/**
 * What an env file's variable has to do with the entries: `linked` is a reference to one, `same` holds the value that one
 * has, `outdated` a value that one had before, `plain` none of these.
 */
const LinkState = z.enum(["linked", "same", "outdated", "plain"]).meta({ id: "LinkState" });

const line = () => z.int().min(1).meta({ description: "Where the assignment starts, from 1 on" });

export const VariableLink = z
  .object({
    name: z.string(),
    line: line(),
    state: LinkState,
    entryId: id()
      .nullable()
      .meta({ description: "Null for plain ones, and for a reference that leads to no one entry" }),
    field: z.string().nullable().meta({ description: "The field of a group" }),
    reference: z
      .string()
      .nullable()
      .meta({ description: "The one in the file, or one that leads to that entry; null if none does" }),
    changedAt: timestamp().nullable().meta({ description: "When the entry got its current value" }),
  })
  .meta({
    id: "VariableLink",
    example: {
      name: "STRIPE_SECRET_KEY",
      line: 3,
      state: "outdated",
      entryId: "8b0e4c52-7f1d-4a36-b2c9-15d3a7e6f804",
      field: null,
      reference: "svc://Stripe/billing/production",
      changedAt: "2026-03-01T09:30:00.000Z",
    },
  });
export type VariableLink = z.infer<typeof VariableLink>;

/**
 * `ambiguous` is a reference that names this entry and another one alike, so that it leads to neither; `broken` is one that
 * names this entry, but not a field that it has.
 */
const UseState = z.enum(["linked", "ambiguous", "broken", "same", "outdated"]).meta({ id: "UseState" });

const UsingVariable = z.object({ name: z.string(), line: line(), state: UseState });

const usingFile = { projectId: id(), projectName: z.string(), fileId: id(), fileType: EnvFileType };

const LinkingFile = z.object({
  ...usingFile,
  entries: z.array(
    z.object({ entryId: id(), references: z.int().min(1).meta({ description: "How many lead to the entry" }) }),
  ),
});
export type LinkingFile = z.infer<typeof LinkingFile>;

export const EntryUses = z
  .object({
    files: z
      .array(z.object({ ...usingFile, variables: z.array(UsingVariable) }))
      .meta({ description: "Env files that link to the entry, or hold a value that it has or had" }),
    keys: z
      .array(z.object({ id: id(), name: z.string(), reveals: z.boolean() }))
      .meta({ description: "Access keys that reach the entry; `reveals`: its value too. Access keys see none" }),
    linksToCategory: z.array(LinkingFile).optional().meta({
      description:
        "If asked for: the env files with references that lead to entries of the entry's category, this one included",
    }),
    linksToCategoryInTrash: z.array(LinkingFile).optional().meta({
      description:
        "The same for env files in the trash, in which a renaming rewrites references too. Access keys are told of none",
    }),
  })
  .meta({
    id: "EntryUses",
    example: {
      files: [
        {
          projectId: "3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90",
          projectName: "billing",
          fileId: "8b0e4c52-7f1d-4a36-b2c9-15d3a7e6f804",
          fileType: "env.production",
          variables: [{ name: "STRIPE_SECRET_KEY", line: 3, state: "linked" }],
        },
      ],
      keys: [{ id: "c19d5e70-2a8b-4f63-8e14-90b7d2f3a6c5", name: "deploy", reveals: true }],
    },
  });
export type EntryUses = z.infer<typeof EntryUses>;

export const ResolveEnvProject = z
  .strictObject({
    environment: Environment.nullable().meta({ description: "Null for the files that are for none" }),
    local: z.boolean().optional().meta({ description: "Whether .env.local counts, above all others" }),
  })
  .meta({ id: "ResolveEnvProject", example: { environment: "production" } });
export type ResolveEnvProject = z.infer<typeof ResolveEnvProject>;

export const ResolvedVariables = z
  .object({
    variables: z.array(
      z.object({
        name: z.string(),
        value: z.string(),
        source: z.object({ fileType: EnvFileType, line: line() }),
        entryId: id().optional().meta({ description: "The entry that the value comes from, if it is a reference" }),
      }),
    ),
  })
  .meta({
    id: "ResolvedVariables",
    example: {
      variables: [
        {
          name: "STRIPE_SECRET_KEY",
          value: "sk_test_not_a_real_key",
          source: { fileType: "env.production", line: 3 },
          entryId: "8b0e4c52-7f1d-4a36-b2c9-15d3a7e6f804",
        },
      ],
    },
  });
export type ResolvedVariables = z.infer<typeof ResolvedVariables>;

const data = <T extends z.ZodType>(schema: T) => z.object({ data: schema });

export const resolveEnvProject = contract({
  id: "resolveEnvProject",
  method: "POST",
  path: "/envs/{id}/resolve",
  tag: "Env projects",
  summary: "Decrypt a project's variables for an environment",
  description:
    "The project's files merged: .env, then that of the environment, then .env.local if asked for; a later file's value replaces an earlier one's. References are resolved.",
  access: { scope: "envs:reveal", and: "entries:reveal" },
  notFound: "ENV_PROJECT_NOT_FOUND",
  body: ResolveEnvProject,
  reply: { status: 200, json: data(ResolvedVariables) },
  errors: ["ENV_FILE_NOT_FOUND", "UNRESOLVED_REFERENCES"],
  plaintext: true,
});

export const listFileLinks = contract({
  id: "listFileLinks",
  method: "GET",
  path: "/envs/{id}/files/{fileId}/links",
  tag: "Env projects",
  summary: "Compare an env file's variables with the entries",
  description:
    "One item for each assignment, in the order of the file, without values. A key with a daily budget spends one for each that is the same or outdated.",
  access: { scope: "envs:reveal", and: "entries:reveal" },
  notFound: "ENV_FILE_NOT_FOUND",
  reply: { status: 200, json: data(z.array(VariableLink)) },
  errors: ["REVEALS_SPENT"],
});

export const getEntryUses = contract({
  id: "getEntryUses",
  method: "GET",
  path: "/entries/{id}/uses",
  tag: "Entries",
  summary: "List where an entry's value is used",
  description:
    "One request with `linksToCategory=true` tells which entries of a category env files link to, however many it has: what a deletion or a new name of the category concerns.",
  access: { scope: "entries:reveal", and: "envs:reveal" },
  query: z.strictObject({ linksToCategory: z.enum(["true", "false"]).optional() }),
  notFound: "ENTRY_NOT_FOUND",
  reply: { status: 200, json: EntryUses },
  errors: ["REVEALS_SPENT"],
});
