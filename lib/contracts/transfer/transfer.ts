import { z } from "zod";
import { contract } from "../contract";
import { count, Environment, id, idOfEitherCase } from "../primitives";

const ids = (most: number) =>
  z
    .array(idOfEitherCase())
    .max(most, `must have at most ${most.toLocaleString("en-US")} items: move them in several steps`)
    .default([])
    .meta({ example: ["3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90"] });

export const Transfer = z
  .strictObject({
    teamId: idOfEitherCase().nullable().meta({ description: "Where to: a team, or null for the caller's own vault" }),
    entryIds: ids(5_000),
    envProjectIds: ids(1_000),
    twoFactorTokenIds: ids(1_000),
  })
  .meta({
    id: "Transfer",
    example: {
      teamId: "5d0c7e9a-3b1f-4e62-9c84-2a6f1d8b7e30",
      entryIds: ["3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90"],
      envProjectIds: [],
      twoFactorTokenIds: [],
    },
  });
export type Transfer = z.output<typeof Transfer>;

export const Transferred = z
  .object({
    entries: count(),
    envProjects: count(),
    twoFactorTokens: count(),
    twins: z
      .array(z.object({ id: id(), category: z.string(), name: z.string(), environment: Environment.nullable() }))
      .meta({
        description:
          "Entries that were moved beside one of the same category, name and environment: a reference by these names can't be resolved until one of them is renamed or deleted",
      }),
  })
  .meta({ id: "Transferred", example: { entries: 1, envProjects: 0, twoFactorTokens: 0, twins: [] } });
export type Transferred = z.infer<typeof Transferred>;

export const transfer = contract({
  id: "transfer",
  method: "POST",
  path: "/transfer",
  tag: "Teams",
  summary: "Move things to another vault",
  description:
    "From where the session acts (X-Team-Id) to one of the caller's teams or their own vault: all or nothing. Everything keeps its id and is re-encrypted. An entry goes into the target's category of the same name and type, which is created if there is none. Both roles must allow it.",
  access: "session",
  inVault: true,
  body: Transfer,
  // More than it takes, so that its own refusal is given, which says what to do.
  itemsMax: 10_000,
  reply: { status: 200, json: Transferred },
  errors: [
    "AUTH_SCOPE_REQUIRED",
    "OUT_OF_BOUNDS",
    "TEAM_NOT_FOUND",
    "ENTRY_NOT_FOUND",
    "ENV_PROJECT_NOT_FOUND",
    "TWO_FACTOR_NOT_FOUND",
  ],
});
