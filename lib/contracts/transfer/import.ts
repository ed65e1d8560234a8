import { z } from "zod";
import { CreateCategory } from "../vault/categories";
import { contract } from "../contract";
import { rotateEveryDays } from "../vault/entries";
import { CreateEnvProject, EnvFileType } from "../vault/envs";
import {
  count,
  dateOrInstant,
  Environment,
  envVarName,
  fileText,
  id,
  KeyType,
  name,
  note,
  secretText,
  valueBytesMax,
  version,
} from "../primitives";
import { CreateTwoFactorToken } from "../vault/two-factor";

export const importItemsMax = 2_000;
/** Of one item. */
const importFormerMax = 1_000;

const atMost = (most: number) => `must have at most ${most} items`;
const writtenAt = () => dateOrInstant().meta({ description: "When it was written" });

export const ImportEntry = z
  .strictObject({
    category: name().meta({
      description:
        "The category's name. The category is created if none has this name, type and variable. A simple entry whose category is named like its variable goes into an existing category that sets the variable; if no such entry is there but a group of that project and environment has the variable as a field, it is that field's new value",
    }),
    keyType: KeyType,
    envVarName: envVarName().nullish().meta({ description: "Required for simple" }),
    name: name().meta({ description: "The project" }),
    environment: Environment.nullish(),
    notes: note().nullish(),
    expiresAt: dateOrInstant().nullish(),
    rotateEveryDays: rotateEveryDays().nullish(),
    value: secretText(valueBytesMax),
    valueChangedAt: dateOrInstant()
      .optional()
      .meta({ description: "When the value was written; a moment in the future counts as now, which is the default" }),
    former: z
      .array(z.strictObject({ value: secretText(valueBytesMax), writtenAt: writtenAt() }))
      .max(importFormerMax, atMost(importFormerMax))
      .optional()
      .meta({
        description: "The values before, the oldest first. A new entry gets them as its versions, an existing one none",
      }),
    ordinal: z.int().min(0).max(1_000_000).optional().meta({
      description:
        "Of several entries with this category, name and environment, which one it is, in the order of their creation, the oldest 0. Without it, an import that means one of several is rejected",
    }),
  })
  .meta({ id: "ImportEntry" });
export type ImportEntry = z.infer<typeof ImportEntry>;

export const ImportEnvFile = z
  .strictObject({
    project: name().meta({ description: "The env project's name. It is created if none has it" }),
    fileType: EnvFileType,
    content: fileText(),
    contentChangedAt: dateOrInstant().optional(),
    former: z
      .array(z.strictObject({ content: fileText(), writtenAt: writtenAt() }))
      .max(importFormerMax, atMost(importFormerMax))
      .optional()
      .meta({ description: "The texts before, the oldest first. A new file gets them as its versions" }),
  })
  .meta({ id: "ImportEnvFile" });
export type ImportEnvFile = z.infer<typeof ImportEnvFile>;

export const ImportItems = z
  .strictObject({
    preview: z.boolean().optional().meta({ description: "Only report what would be done" }),
    entries: z.array(ImportEntry).max(importItemsMax, atMost(importItemsMax)).optional(),
    twoFactor: z.array(CreateTwoFactorToken).max(importItemsMax, atMost(importItemsMax)).optional(),
    categories: z.array(CreateCategory).max(importItemsMax, atMost(importItemsMax)).optional(),
    envProjects: z.array(CreateEnvProject).max(importItemsMax, atMost(importItemsMax)).optional(),
    envFiles: z.array(ImportEnvFile).max(importItemsMax, atMost(importItemsMax)).optional(),
  })
  .meta({
    id: "ImportItems",
    example: {
      preview: true,
      entries: [
        {
          category: "Stripe",
          keyType: "simple",
          envVarName: "STRIPE_SECRET_KEY",
          name: "billing",
          environment: "production",
          value: "sk_test_not_a_real_key",
        },
      ],
    },
  });
export type ImportItems = z.infer<typeof ImportItems>;

export const ImportAction = z.enum(["created", "updated", "unchanged", "rejected"]).meta({
  id: "ImportAction",
  description:
    "unchanged: it exists already · rejected: it can't be imported, and the message says why. In a preview: what would happen",
});
export type ImportAction = z.infer<typeof ImportAction>;

export const ImportOutcome = z
  .object({
    action: ImportAction,
    message: z.string().nullable(),
    id: id().nullable().meta({ description: "What was created or updated; null for other outcomes and in a preview" }),
    version: version()
      .nullable()
      .meta({ description: "Its version after the import, for the If-Match of what takes the import back" }),
    formerVersion: version().nullable().meta({
      description:
        "If it was updated, the version of its former value, which can be restored; null if the vault keeps no former values",
    }),
  })
  .meta({ id: "ImportOutcome" });
export type ImportOutcome = z.infer<typeof ImportOutcome>;

export const ImportedOutcome = ImportOutcome.extend({
  category: z.string().meta({
    description:
      "The name of the category that it is in, or would be created in. A key without categories:read and entries:read gets the name from its own request",
  }),
}).meta({ id: "ImportedOutcome" });
export type ImportedOutcome = z.infer<typeof ImportedOutcome>;

export const ImportedFileOutcome = ImportOutcome.extend({
  projectId: id().nullable().meta({ description: "The env project of what was created or updated" }),
}).meta({ id: "ImportedFileOutcome" });

export type ImportedFileOutcome = z.infer<typeof ImportedFileOutcome>;

const AlsoCreated = z.array(z.object({ id: id(), name: z.string(), version: version() }));

export const ImportResult = z
  .object({
    preview: z.boolean(),
    counts: z.object({ created: count(), updated: count(), unchanged: count(), rejected: count() }),
    entries: z.array(ImportedOutcome).meta({ description: "In the order of the request" }),
    twoFactor: z.array(ImportOutcome).meta({ description: "In the order of the request" }),
    categories: z.array(ImportOutcome).optional().meta({ description: "If the request has any, in its order" }),
    envProjects: z.array(ImportOutcome).optional().meta({ description: "If the request has any, in its order" }),
    envFiles: z.array(ImportedFileOutcome).optional().meta({ description: "If the request has any, in its order" }),
    alsoCreated: z.object({ categories: AlsoCreated, envProjects: AlsoCreated }).meta({
      description:
        "Categories and env projects that entries and files of the request needed. The counts leave them out",
    }),
  })
  .meta({
    id: "ImportResult",
    example: {
      preview: true,
      counts: { created: 1, updated: 0, unchanged: 0, rejected: 0 },
      entries: [{ action: "created", message: null, id: null, version: null, formerVersion: null, category: "Stripe" }],
      twoFactor: [],
      alsoCreated: { categories: [], envProjects: [] },
    },
  });
export type ImportResult = z.infer<typeof ImportResult>;

export const importItems = contract({
  id: "importItems",
  method: "POST",
  path: "/import",
  tag: "Import",
  summary: "Create and change many things at once",
  description:
    "In one transaction: all items that are accepted, or none. Rejected ones are left out and listed, each with the reason. Importing the same items again changes nothing. An entry is identified by its category (name, type and variable, or one that sets the variable, or a group with that field), name and environment; a two-factor token by service, account and secret; a category by name, type and variable, an env project by its name, a file by its project and type. Of what exists, only the value or text is changed. An access key also needs entries:reveal for entries, which are compared with existing ones; categories:read, or categories:write to create categories; 2fa:write and 2fa:reveal for two-factor tokens; categories:write for categories; envs:write and envs:reveal for env projects and files.",
  access: { scope: "entries:write" },
  body: ImportItems,
  bodyBytesMax: 8 * 1024 * 1024,
  reply: { status: 200, json: ImportResult },
});

/** The category that an entry names. */
export const categoryOf = ({ category, keyType, envVarName: variable }: ImportEntry): CreateCategory => ({
  name: category,
  keyType,
  envVarName: keyType === "simple" ? (variable ?? null) : null,
});
