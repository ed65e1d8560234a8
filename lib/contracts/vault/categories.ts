import { z } from "zod";
import { contract } from "../contract";
import { OnlyHolding } from "./only-holding";
import {
  envVarName,
  id,
  KeyType,
  name,
  note,
  RewriteReferences,
  serverManagedWithVersion,
  timestamp,
  version,
} from "../primitives";

export const KeyCategory = z
  .object({
    id: id(),
    userId: z.string(),
    name: z.string(),
    keyType: KeyType,
    envVarName: z.string().nullable(),
    icon: z.string().nullable(),
    description: z.string().nullable(),
    origin: z
      .enum(["import"])
      .nullable()
      .meta({ description: "`import` if an import made it and nobody has changed it since; otherwise null" }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    version: version(),
  })
  .meta({
    id: "KeyCategory",
    example: {
      id: "3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90",
      userId: "c19d5e70-2a8b-4f63-8e14-90b7d2f3a6c5",
      name: "Stripe",
      keyType: "simple",
      envVarName: "STRIPE_SECRET_KEY",
      icon: "stripe",
      description: null,
      origin: null,
      createdAt: "2026-03-01T09:30:00.000Z",
      updatedAt: "2026-03-01T09:30:00.000Z",
      version: 1,
    },
  });
export type KeyCategory = z.infer<typeof KeyCategory>;

const icon = () =>
  z
    .string()
    .max(64, "must have at most 64 characters")
    .regex(/^[a-z0-9][a-z0-9-]*$/, "must be an icon slug: lower-case letters, digits and -")
    .meta({ example: "stripe" });

export const CreateCategory = z
  .strictObject({
    name: name(),
    keyType: KeyType,
    envVarName: envVarName().nullish(),
    icon: icon().nullish(),
    description: note().nullish(),
  })
  .meta({
    id: "CreateCategory",
    example: { name: "Stripe", keyType: "simple", envVarName: "STRIPE_SECRET_KEY", icon: "stripe" },
  });
export type CreateCategory = z.infer<typeof CreateCategory>;

export const UpdateCategory = z
  .strictObject({
    name: name().optional(),
    keyType: KeyType.optional(),
    envVarName: envVarName().nullish(),
    icon: icon().nullish(),
    description: note().nullish(),
    ...serverManagedWithVersion,
    // Sent back as it was read, like those.
    origin: KeyCategory.shape.origin.optional(),
  })
  .meta({ id: "UpdateCategory", example: { description: "Billing" } });
export type UpdateCategory = z.infer<typeof UpdateCategory>;

const tag = "Categories";

export const listCategories = contract({
  id: "listCategories",
  method: "GET",
  path: "/categories",
  tag,
  summary: "List categories",
  description: "All of the caller's categories, by name, then creation.",
  access: { scope: "categories:read" },
  reply: { status: 200, json: z.array(KeyCategory) },
  cacheable: true,
});

export const createCategory = contract({
  id: "createCategory",
  method: "POST",
  path: "/categories",
  tag,
  summary: "Create a category",
  description:
    "With `If-None-Match: *`, only if none has this name, type and variable yet; of several requests at once, one succeeds.",
  access: { scope: "categories:write" },
  body: CreateCategory,
  reply: { status: 201, json: KeyCategory },
  errors: ["CATEGORY_SIMPLE_REQUIRES_ENV_VAR"],
  versioned: true,
  conditional: ["If-None-Match"],
});

export const getCategory = contract({
  id: "getCategory",
  method: "GET",
  path: "/categories/{id}",
  tag,
  summary: "Read a category",
  access: { scope: "categories:read" },
  notFound: "CATEGORY_NOT_FOUND",
  reply: { status: 200, json: KeyCategory },
  cacheable: true,
  versioned: true,
});

export const updateCategory = contract({
  id: "updateCategory",
  method: "PUT",
  path: "/categories/{id}",
  tag,
  summary: "Change a category",
  description: "Any subset of the fields; null clears an optional one.",
  access: { scope: "categories:write" },
  notFound: "CATEGORY_NOT_FOUND",
  query: RewriteReferences,
  body: UpdateCategory,
  reply: { status: 200, json: KeyCategory },
  errors: ["CATEGORY_SIMPLE_REQUIRES_ENV_VAR", "CATEGORY_IN_USE", "REFERENCES_AMBIGUOUS"],
  versioned: true,
  conditional: ["If-Match"],
});

export const deleteCategory = contract({
  id: "deleteCategory",
  method: "DELETE",
  path: "/categories/{id}",
  tag,
  summary: "Delete a category with its entries",
  access: { scope: "categories:write" },
  notFound: "CATEGORY_NOT_FOUND",
  query: OnlyHolding,
  reply: { status: 204 },
  conditional: ["If-Match"],
});
