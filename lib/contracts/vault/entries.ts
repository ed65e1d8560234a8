import { z } from "zod";
import { contract } from "../contract";
import {
  dateOrInstant,
  Environment,
  id,
  idOfEitherCase,
  KeyType,
  name,
  note,
  RewriteReferences,
  secretText,
  serverManagedWithVersion,
  timestamp,
  valueBytesMax,
  version,
} from "../primitives";

/** Days between two values of an entry. */
export const rotateEveryDays = () =>
  z.int("must be a whole number of days").min(1, "must be at least 1 day").max(3_650, "must be at most 3,650 days");

const exampleEntry = {
  id: "8b0e4c52-7f1d-4a36-b2c9-15d3a7e6f804",
  categoryId: "3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90",
  name: "billing",
  environment: "production",
  notes: null,
  fieldNames: null,
  expiresAt: "2027-03-01T00:00:00.000Z",
  rotateEveryDays: 90,
  valueChangedAt: "2026-03-01T09:30:00.000Z",
  createdAt: "2026-03-01T09:30:00.000Z",
  updatedAt: "2026-03-01T09:30:00.000Z",
  version: 1,
};

export const KeyEntry = z
  .object({
    id: id(),
    categoryId: id(),
    name: z.string(),
    environment: Environment.nullable(),
    notes: z.string().nullable(),
    fieldNames: z
      .array(z.string())
      .nullable()
      .meta({ description: "Names of a group's fields, in their order; null for other types" }),
    expiresAt: timestamp().nullable().meta({ description: "When the value stops working" }),
    rotateEveryDays: rotateEveryDays()
      .nullable()
      .meta({ description: "After how many days the value should be replaced, counted from its last change" }),
    valueChangedAt: timestamp().meta({ description: "When the value was last changed" }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    version: version(),
  })
  .meta({
    id: "KeyEntry",
    example: exampleEntry,
  });
export type KeyEntry = z.infer<typeof KeyEntry>;

export const ListedEntry = KeyEntry.extend({
  category: z.object({
    name: z.string(),
    keyType: KeyType,
    envVarName: z.string().nullable(),
    icon: z.string().nullable(),
  }),
}).meta({
  id: "ListedEntry",
  example: {
    ...exampleEntry,
    category: { name: "Stripe", keyType: "simple", envVarName: "STRIPE_SECRET_KEY", icon: "stripe" },
  },
});
export type ListedEntry = z.infer<typeof ListedEntry>;

export const RevealedEntry = z
  .object({
    id: id(),
    name: z.string(),
    value: z
      .union([z.string(), z.record(z.string(), z.string())])
      .meta({ description: "A string; for a group an object of field name to value" }),
    environment: Environment.nullable(),
  })
  .meta({
    id: "RevealedEntry",
    example: {
      id: "8b0e4c52-7f1d-4a36-b2c9-15d3a7e6f804",
      name: "billing",
      value: "sk_test_not_a_real_key",
      environment: "production",
    },
  });
export type RevealedEntry = z.infer<typeof RevealedEntry>;

export const CreateEntry = z
  .strictObject({
    categoryId: idOfEitherCase(),
    name: name(),
    value: secretText(valueBytesMax).meta({
      description: "Plain text, encrypted by the server. For a group: a JSON-encoded object of field name to value",
    }),
    environment: Environment.nullish(),
    notes: note().nullish(),
    expiresAt: dateOrInstant().nullish(),
    rotateEveryDays: rotateEveryDays().nullish(),
  })
  .meta({
    id: "CreateEntry",
    example: {
      categoryId: "3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90",
      name: "billing",
      value: "sk_test_not_a_real_key",
      environment: "production",
    },
  });
export type CreateEntry = z.infer<typeof CreateEntry>;

export const UpdateEntry = z
  .strictObject({
    name: name().optional(),
    value: secretText(valueBytesMax).optional(),
    environment: Environment.nullish(),
    notes: note().nullish(),
    expiresAt: dateOrInstant().nullish(),
    rotateEveryDays: rotateEveryDays().nullish(),
    categoryId: idOfEitherCase().optional().meta({ description: "Another category of the same type" }),
    // Sent back from an earlier response.
    category: z.unknown().optional(),
    fieldNames: z.unknown().optional(),
    valueChangedAt: z.unknown().optional(),
    ...serverManagedWithVersion,
  })
  .meta({ id: "UpdateEntry", example: { notes: "Rotated in March" } });
export type UpdateEntry = z.infer<typeof UpdateEntry>;

const tag = "Entries";

export const listEntries = contract({
  id: "listEntries",
  method: "GET",
  path: "/entries",
  tag,
  summary: "List entries, without values",
  description: "All of the caller's entries with their category, by name, then creation.",
  access: { scope: "entries:read" },
  reply: { status: 200, json: z.array(ListedEntry) },
  cacheable: true,
});

export const createEntry = contract({
  id: "createEntry",
  method: "POST",
  path: "/entries",
  tag,
  summary: "Create an entry",
  description:
    "With `If-None-Match: *`, only if the category has no entry with this name and environment yet; of several requests at once, one succeeds.",
  access: { scope: "entries:write" },
  body: CreateEntry,
  reply: { status: 201, json: KeyEntry },
  errors: ["CATEGORY_NOT_FOUND"],
  versioned: true,
  conditional: ["If-None-Match"],
});

export const getEntry = contract({
  id: "getEntry",
  method: "GET",
  path: "/entries/{id}",
  tag,
  summary: "Read an entry, without its value",
  access: { scope: "entries:read" },
  notFound: "ENTRY_NOT_FOUND",
  reply: { status: 200, json: KeyEntry },
  cacheable: true,
  versioned: true,
});

export const updateEntry = contract({
  id: "updateEntry",
  method: "PUT",
  path: "/entries/{id}",
  tag,
  summary: "Change an entry",
  description: "Any subset of the fields; null clears an optional one; a value replaces the stored one.",
  access: { scope: "entries:write" },
  notFound: "ENTRY_NOT_FOUND",
  query: RewriteReferences,
  body: UpdateEntry,
  reply: { status: 200, json: KeyEntry },
  errors: ["CATEGORY_NOT_FOUND", "REFERENCES_AMBIGUOUS"],
  versioned: true,
  conditional: ["If-Match"],
});

export const deleteEntry = contract({
  id: "deleteEntry",
  method: "DELETE",
  path: "/entries/{id}",
  tag,
  summary: "Delete an entry",
  access: { scope: "entries:write" },
  notFound: "ENTRY_NOT_FOUND",
  reply: { status: 204 },
  conditional: ["If-Match"],
});

export const revealEntry = contract({
  id: "revealEntry",
  method: "POST",
  path: "/entries/{id}/reveal",
  tag,
  summary: "Decrypt one value",
  access: { scope: "entries:reveal" },
  notFound: "ENTRY_NOT_FOUND",
  reply: { status: 200, json: RevealedEntry },
  plaintext: true,
  versioned: true,
});
