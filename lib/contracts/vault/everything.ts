import { z } from "zod";
import { contract } from "../contract";
import { EnvFileType } from "./envs";
import { Environment, id, KeyType, timestamp } from "../primitives";

/*
 * Everything that is in a vault, as one JSON document: docs/formats/everything.md. Whatever changes its meaning raises
 * the version.
 */
export const everythingFormat = "svc-everything";
export const everythingVersion = 1;

const value = () =>
  z
    .union([z.string(), z.record(z.string(), z.string())])
    .meta({ description: "A string; for a group an object of field name to value" });

const whole = { id: id(), createdAt: timestamp(), updatedAt: timestamp() };

export const WholeCategory = z
  .object({
    ...whole,
    name: z.string(),
    keyType: KeyType,
    envVarName: z.string().nullable(),
    icon: z.string().nullable(),
    description: z.string().nullable(),
  })
  .meta({ id: "WholeCategory" });

export const WholeEntry = z
  .object({
    ...whole,
    category: z.string().meta({ description: "The category's name" }),
    keyType: KeyType,
    envVarName: z.string().nullable(),
    name: z.string().meta({ description: "The project" }),
    environment: Environment.nullable(),
    notes: z.string().nullable(),
    expiresAt: timestamp().nullable(),
    rotateEveryDays: z.int().nullable(),
    value: value(),
    valueChangedAt: timestamp(),
    former: z
      .array(z.object({ value: value(), writtenAt: timestamp() }))
      .meta({ description: "The former values, oldest first" }),
  })
  .meta({ id: "WholeEntry" });

export const WholeToken = z
  .object({
    ...whole,
    service: z.string(),
    accountName: z.string(),
    notes: z.string().nullable(),
    uri: z.string().meta({
      description: "An otpauth:// link (Key Uri Format), with the secret; for hotp with the counter of the next code",
      example: "otpauth://totp/GitHub:ada?secret=JBSWY3DPEHPK3PXP&issuer=GitHub&algorithm=SHA1&digits=6&period=30",
    }),
  })
  .meta({ id: "WholeToken" });

export const WholeProject = z
  .object({ ...whole, name: z.string(), description: z.string() })
  .meta({ id: "WholeProject" });

export const WholeFile = z
  .object({
    ...whole,
    project: z.string().meta({ description: "The env project's name" }),
    fileType: EnvFileType,
    content: z.string(),
    contentChangedAt: timestamp(),
    former: z
      .array(z.object({ content: z.string(), writtenAt: timestamp() }))
      .meta({ description: "The former texts, oldest first" }),
  })
  .meta({ id: "WholeFile" });

export const Unreadable = z
  .object({ kind: z.enum(["entry", "two-factor-token", "env-file"]), id: id(), name: z.string() })
  .meta({ id: "Unreadable", description: "A value, or a former one, that can't be decrypted" });

export const Everything = z
  .object({
    format: z.literal(everythingFormat),
    formatVersion: z.literal(everythingVersion),
    exportedAt: timestamp(),
    categories: z.array(WholeCategory),
    entries: z.array(WholeEntry),
    twoFactor: z.array(WholeToken),
    envProjects: z.array(WholeProject),
    envFiles: z.array(WholeFile),
    unreadable: z.array(Unreadable),
  })
  .meta({
    id: "Everything",
    example: {
      format: "svc-everything",
      formatVersion: 1,
      exportedAt: "2026-03-01T09:30:00.000Z",
      categories: [
        {
          id: "3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90",
          createdAt: "2026-01-15T09:30:00.000Z",
          updatedAt: "2026-01-15T09:30:00.000Z",
          name: "Stripe",
          keyType: "simple",
          envVarName: "STRIPE_SECRET_KEY",
          icon: "stripe",
          description: null,
        },
      ],
      entries: [
        {
          id: "8b0e4c52-7f1d-4a36-b2c9-15d3a7e6f804",
          createdAt: "2026-01-15T09:30:00.000Z",
          updatedAt: "2026-02-20T14:00:00.000Z",
          category: "Stripe",
          keyType: "simple",
          envVarName: "STRIPE_SECRET_KEY",
          name: "billing",
          environment: "production",
          notes: null,
          expiresAt: null,
          rotateEveryDays: 90,
          value: "sk_test_not_a_real_key",
          valueChangedAt: "2026-02-20T14:00:00.000Z",
          former: [{ value: "sk_test_not_a_real_key_either", writtenAt: "2026-01-15T09:30:00.000Z" }],
        },
      ],
      twoFactor: [],
      envProjects: [],
      envFiles: [],
      unreadable: [],
    },
  });
export type Everything = z.infer<typeof Everything>;
/** The lists of a document, in the order in which they are written. */
export type Section = "categories" | "entries" | "twoFactor" | "envProjects" | "envFiles" | "unreadable";

export const exportEverything = contract({
  id: "exportEverything",
  method: "POST",
  path: "/export/everything",
  tag: "Stats and export",
  summary: "Export everything with its values, as JSON",
  description:
    "Categories, entries, two-factor tokens as otpauth:// links, env files, and the values that they had. Not what is in the trash. It is sent in pieces: an answer that breaks off is incomplete. It takes `2fa:write` too, since the links contain the secrets that otherwise never leave the vault. Nobody with limits to projects or environments may call. Each value counts as one that leaves. What can't be decrypted is listed in `unreadable`.",
  access: {
    scope: "export:read",
    // Whoever is limited to a part of the vault has none of the last ones.
    and: [
      "categories:read",
      "entries:read",
      "entries:reveal",
      "envs:read",
      "envs:reveal",
      "2fa:write",
      "2fa:read",
      "2fa:reveal",
    ],
  },
  recentAuthentication: true,
  reply: { status: 200, json: Everything },
  runInSlices: true,
  plaintext: true,
});
