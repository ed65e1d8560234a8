import { z } from "zod";
import { Actor } from "../access/activity";
import { contract } from "../contract";
import { count, Environment, id, timestamp } from "../primitives";

const trashKinds = ["category", "entry", "two-factor-token", "env-project", "env-file"] as const;

export const TrashItem = z
  .object({
    id: id().meta({ description: "The id that it had, and has again when it is restored" }),
    kind: z.enum(trashKinds),
    name: z.string().meta({ description: "Of an env file, its type" }),
    within: z
      .string()
      .nullable()
      .meta({ description: "An entry's category, an env file's project, a token's account; null for others" }),
    environment: Environment.nullable(),
    contents: count().meta({ description: "How many entries or files went with it, of those that you can reach" }),
    deletedAt: timestamp(),
    deletesAt: timestamp().meta({ description: "When it is permanently deleted" }),
    by: Actor,
  })
  .meta({
    id: "TrashItem",
    example: {
      id: "8b0e4c52-7f1d-4a36-b2c9-15d3a7e6f804",
      kind: "entry",
      name: "billing",
      within: "Stripe",
      environment: "production",
      contents: 0,
      deletedAt: "2026-03-01T09:30:00.000Z",
      deletesAt: "2026-03-31T09:30:00.000Z",
      by: {
        kind: "session",
        userId: "c19d5e70-2a8b-4f63-8e14-90b7d2f3a6c5",
        name: "Ada",
        keyId: null,
        keyPrefix: null,
      },
    },
  });
export type TrashItem = z.infer<typeof TrashItem>;

const tag = "Trash";

export const listTrash = contract({
  id: "listTrash",
  method: "GET",
  path: "/trash",
  tag,
  summary: "List what was deleted",
  description:
    "What was deleted last comes first. Limits and roles leave out what their holder could not read. A caller limited to projects or environments can't reach categories: entries deleted with one are items of their own for them.",
  access: "session",
  inVault: true,
  reply: { status: 200, json: z.array(TrashItem) },
});

export const restoreFromTrash = contract({
  id: "restoreFromTrash",
  method: "POST",
  path: "/trash/{id}/restore",
  tag,
  summary: "Restore what was deleted",
  description:
    "With everything that went with it. The category of an entry, or the project of an env file, comes back too if it was deleted in the meantime; of an entry that went with its category, the other entries stay where they are. 409 if the project now has another file of that type.",
  access: "session",
  inVault: true,
  notFound: "TRASH_ITEM_NOT_FOUND",
  reply: { status: 200, json: TrashItem },
  errors: ["AUTH_SCOPE_REQUIRED", "OUT_OF_BOUNDS", "ENV_FILE_TAKEN"],
});

export const deleteFromTrash = contract({
  id: "deleteFromTrash",
  method: "DELETE",
  path: "/trash/{id}",
  tag,
  summary: "Permanently delete one thing",
  access: "session",
  inVault: true,
  recentAuthentication: true,
  notFound: "TRASH_ITEM_NOT_FOUND",
  reply: { status: 204 },
  errors: ["AUTH_SCOPE_REQUIRED", "OUT_OF_BOUNDS"],
});

export const emptyTrash = contract({
  id: "emptyTrash",
  method: "DELETE",
  path: "/trash",
  tag,
  summary: "Empty the trash",
  description: "Permanently deletes everything in it that the caller may restore.",
  access: "session",
  inVault: true,
  recentAuthentication: true,
  reply: { status: 204 },
  errors: ["AUTH_SCOPE_REQUIRED"],
});
