import { z } from "zod";
import { contract } from "../contract";
import { boundsReply, keyBounds } from "./grants";
import { dateOrInstant, id, name, Scope, timestamp } from "../primitives";

const exampleKey = {
  id: "3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90",
  name: "CI",
  keyPrefix: "svc_AbCdEf",
  scopes: ["entries:read", "entries:reveal"],
  projects: ["billing"],
  environments: ["production"],
  addresses: null,
  revealsPerDay: null,
  canary: false,
  makerId: null,
  expiresAt: "2027-01-31T00:00:00.000Z",
  previousKeyExpiresAt: null,
  lastUsedAt: null,
  createdAt: "2026-03-01T09:30:00.000Z",
};

export const AccessKey = z
  .object({
    id: id(),
    name: z.string(),
    keyPrefix: z.string().meta({ description: "The first characters of the key, to identify it in logs" }),
    scopes: z.array(Scope),
    ...boundsReply(),
    canary: z.boolean(),
    makerId: id().nullable().meta({
      description:
        "Who created it, in a team: it may do no more than their role, and reaches no more than their limits, which are not repeated here. Null in one's own vault",
    }),
    expiresAt: timestamp().nullable(),
    previousKeyExpiresAt: timestamp()
      .nullable()
      .meta({ description: "Until when the key from before the last rotation works; null if there is none" }),
    lastUsedAt: timestamp().nullable(),
    createdAt: timestamp(),
  })
  .meta({
    id: "AccessKey",
    example: exampleKey,
  });
export type AccessKey = z.infer<typeof AccessKey>;

export const CreatedAccessKey = AccessKey.extend({
  key: z.string().meta({ description: "The whole key, shown only once", example: "svc_<ACCESS_KEY>" }),
}).meta({
  id: "CreatedAccessKey",
  example: {
    ...exampleKey,
    key: "svc_<ACCESS_KEY>",
  },
});
export type CreatedAccessKey = z.infer<typeof CreatedAccessKey>;

export const CreateAccessKey = z
  .strictObject({
    name: name(),
    scopes: z.array(Scope).min(1, "must name at least one scope").max(64, "must have at most 64 items"),
    expiresAt: dateOrInstant().nullish(),
    ...keyBounds(),
  })
  .meta({
    id: "CreateAccessKey",
    example: {
      name: "CI",
      scopes: ["entries:read", "entries:reveal"],
      projects: ["billing"],
      environments: ["production"],
      expiresAt: "2027-01-31",
    },
  });
export type CreateAccessKey = z.infer<typeof CreateAccessKey>;

const tag = "Access keys";

export const listAccessKeys = contract({
  id: "listAccessKeys",
  method: "GET",
  path: "/access-keys",
  tag,
  summary: "List access keys",
  description:
    "Ordered by name, then creation. Neither keys nor hashes are ever returned. In a team, owners see everybody's, others their own, and if their role is limited to projects, limits name only those.",
  access: "session",
  inVault: true,
  reply: { status: 200, json: z.array(AccessKey) },
});

export const createAccessKey = contract({
  id: "createAccessKey",
  method: "POST",
  path: "/access-keys",
  tag,
  summary: "Create an access key",
  description: "The key is shown only in this response: the vault stores a hash and can't recover it.",
  access: "session",
  inVault: true,
  recentAuthentication: true,
  body: CreateAccessKey,
  reply: { status: 201, json: CreatedAccessKey },
  plaintext: true,
});

const overlapHoursMax = 168;

export const RotateAccessKey = z
  .strictObject({
    overlapHours: z
      .int()
      .min(0)
      .max(overlapHoursMax)
      .default(24)
      .meta({ description: "How long the previous key keeps working", example: 24 }),
  })
  .meta({ id: "RotateAccessKey", example: { overlapHours: 24 } });
export type RotateAccessKey = z.output<typeof RotateAccessKey>;

export const rotateAccessKey = contract({
  id: "rotateAccessKey",
  method: "POST",
  path: "/access-keys/{id}/rotate",
  tag,
  summary: "Rotate an access key",
  description:
    "A new key under the same id, with the same rights. The previous one works until previousKeyExpiresAt; one from an earlier rotation stops working at once, even if the previousKeyExpiresAt that was given for it has not come. The new key is shown only in this response. It expires when the previous one would have, so an expired key is refused (409).",
  access: "session",
  inVault: true,
  recentAuthentication: true,
  notFound: "ACCESS_KEY_NOT_FOUND",
  body: RotateAccessKey,
  bodyOptional: true,
  reply: { status: 201, json: CreatedAccessKey },
  errors: ["ACCESS_KEY_EXPIRED"],
  plaintext: true,
});

export const revokeAccessKey = contract({
  id: "revokeAccessKey",
  method: "DELETE",
  path: "/access-keys/{id}",
  tag,
  summary: "Revoke an access key",
  description: "The key is refused from the next request on, and for requests in progress.",
  access: "session",
  inVault: true,
  notFound: "ACCESS_KEY_NOT_FOUND",
  reply: { status: 204 },
});
