import { z } from "zod";
import { actionNames, objectKinds } from "./actions";
import { contract } from "../contract";
import { count, dateOrInstant, id, idOfEitherCase, isKeptExactly, timestamp } from "../primitives";

export const Actor = z
  .object({
    kind: z.enum(["session", "key", "operator", "system"]),
    userId: id().nullable(),
    name: z
      .string()
      .nullable()
      .meta({ description: "Of the person or of the access key, as it was then; null if it is not known" }),
    keyId: id().nullable(),
    keyPrefix: z.string().nullable(),
  })
  .meta({
    id: "Actor",
    description: "Who did it: a person in the browser, an access key, the operator at the server, or the vault itself",
    example: {
      kind: "key",
      userId: "c19d5e70-2a8b-4f63-8e14-90b7d2f3a6c5",
      name: "CI",
      keyId: "3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90",
      keyPrefix: "svc_AbCdEf",
    },
  });
export type Actor = z.infer<typeof Actor>;

const Action = z.enum(actionNames).meta({ id: "Action" });
export const ObjectKind = z.enum(objectKinds).meta({ id: "ObjectKind" });
export type ObjectKind = z.infer<typeof ObjectKind>;

export const ActivityObject = z
  .object({ kind: ObjectKind, id: z.string().nullable(), name: z.string().nullable() })
  .meta({
    id: "ActivityObject",
    example: { kind: "entry", id: "8b0e4c52-7f1d-4a36-b2c9-15d3a7e6f804", name: "Stripe · billing · production" },
  });
export type ActivityObject = z.infer<typeof ActivityObject>;

const Outcome = z.enum(["done", "refused"]).meta({ id: "Outcome" });

export const ActivityRecord = z
  .object({
    id: id(),
    number: z.int().min(1).meta({ description: "Counts the records of this vault, without gaps" }),
    at: timestamp(),
    action: Action,
    actor: Actor,
    address: z.string().nullable(),
    userAgent: z.string().nullable(),
    object: ActivityObject.nullable(),
    count: count().nullable().meta({
      description: "How many values, of an export or an import, or names, of a question to a model; else null",
    }),
    outcome: Outcome,
    requestId: z.string().nullable().meta({ description: "As in X-Request-Id and the server's log" }),
    reason: z.string().nullable().meta({
      description:
        "Why an ID token was refused: docs/scripts.md lists the codes. Why something is due: expires or rotate. Else null",
    }),
    dueAt: timestamp()
      .nullable()
      .meta({ description: "When something that is due expires or is to be replaced; else null" }),
    change: z.string().nullable().meta({
      description: "What a member's role and limits, or a project's name, were and became; else null",
    }),
  })
  .meta({
    id: "ActivityRecord",
    example: {
      id: "0190a0b2-7f1d-7a36-b2c9-15d3a7e6f804",
      number: 42,
      at: "2026-03-01T09:30:00.000Z",
      action: "entry.reveal",
      actor: {
        kind: "key",
        userId: "c19d5e70-2a8b-4f63-8e14-90b7d2f3a6c5",
        name: "CI",
        keyId: "3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90",
        keyPrefix: "svc_AbCdEf",
      },
      address: "203.0.113.7",
      userAgent: "curl/8.5.0",
      object: { kind: "entry", id: "8b0e4c52-7f1d-4a36-b2c9-15d3a7e6f804", name: "Stripe · billing · production" },
      count: null,
      outcome: "done",
      requestId: "5d0c7e9a-3b1f-4e62-9c84-2a6f1d8b7e30",
      reason: null,
      dueAt: null,
      change: null,
    },
  });
export type ActivityRecord = z.infer<typeof ActivityRecord>;

const listedMax = 200;
const listedDefault = 50;

/** Filters of the list. All of those given must fit. */
const ActivityFilter = z.strictObject({
  before: idOfEitherCase()
    .optional()
    .meta({ description: "The id of a record: only those before it. Used for paging" }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(listedMax)
    .optional()
    .meta({ description: `Default ${listedDefault}` }),
  action: Action.optional(),
  outcome: Outcome.optional().meta({
    description: "refused: failed sign-ins and confirmations, ID tokens that no rule accepted, and uses of canary keys",
  }),
  objectId: idOfEitherCase().optional().meta({
    description:
      "The id of a thing. What was deleted, restored or purged together with its category or env project is recorded under the id of that one",
  }),
  actorId: idOfEitherCase().optional().meta({ description: "A person's id, or an access key's" }),
  since: dateOrInstant()
    .refine((text) => isKeptExactly(new Date(text)), "must be in the years 1 to 9999, UTC")
    .optional()
    .meta({ description: "Only those from then on" }),
});
export type ActivityFilter = z.output<typeof ActivityFilter>;
export const activityLimit = ({ limit = listedDefault }: ActivityFilter): number => limit;

const tag = "Activity";

export const listActivity = contract({
  id: "listActivity",
  method: "GET",
  path: "/activity",
  tag,
  summary: "List what was done in a vault",
  description:
    "Newest first; never with a value. With `Accept: application/x-ndjson`, all matching records, oldest last, one on each line. The list leaves out the records of an export's single values (entry.export, env-file.export, two-factor-token.export), for which the export's own record stands, unless action, objectId or actorId is given or the caller has limits; the lines have them. A code that a page renews counts once an hour for each token and actor. Limits to projects and environments leave out what lies outside them, and what belongs to none; those to environments also what was done with a whole project at once.",
  access: { scope: "activity:read" },
  query: ActivityFilter,
  reply: { status: 200, json: z.array(ActivityRecord) },
  streamed: true,
});

export const ActivityHead = z
  .object({
    vaultId: id().meta({ description: "The person's or the team's id" }),
    number: count(),
    mac: z.string().nullable(),
  })
  .meta({
    id: "ActivityHead",
    example: { vaultId: "c19d5e70-2a8b-4f63-8e14-90b7d2f3a6c5", number: 42, mac: "AQIDBAUGBwgJ<MAC>" },
  });
export type ActivityHead = z.infer<typeof ActivityHead>;

export const getActivityHead = contract({
  id: "getActivityHead",
  method: "GET",
  path: "/activity/head",
  tag,
  summary: "Read the newest record's number and MAC",
  description:
    "Each MAC covers its record and the MAC before it. Kept elsewhere, this one shows later whether records were removed from the end: svc-admin verify --heads compares them. Number 0 if there is none.",
  access: { scope: "activity:read" },
  reply: { status: 200, json: ActivityHead },
});

export const Exposure = z
  .object({
    object: ActivityObject,
    lastSeenAt: timestamp(),
    current: z.boolean().meta({
      description:
        "Whether any value that was seen is still in use there, be it one variable of an env file or one field of a group. Plain settings such as PORT=3000 don't count by themselves. Also true if nobody can tell, because a file or group that was seen is not kept any more",
    }),
    projectId: id().nullable().meta({ description: "Of an env file that is not in the trash: its project" }),
  })
  .meta({
    id: "Exposure",
    example: {
      object: { kind: "entry", id: "8b0e4c52-7f1d-4a36-b2c9-15d3a7e6f804", name: "Stripe · billing · production" },
      lastSeenAt: "2026-03-01T09:30:00.000Z",
      current: true,
      projectId: null,
    },
  });
export type Exposure = z.infer<typeof Exposure>;

export const getKeyExposure = contract({
  id: "getKeyExposure",
  method: "GET",
  path: "/access-keys/{id}/exposure",
  tag,
  summary: "List what an access key has seen",
  description:
    "Each entry, env file and two-factor token whose value the key has received, the last seen first: what must be changed if the key leaks. A revoked key's list is there too. If your role is limited, it is what lay within its limits then.",
  access: "session",
  inVault: true,
  notFound: "ACCESS_KEY_NOT_FOUND",
  reply: { status: 200, json: z.array(Exposure) },
});

export const getMemberExposure = contract({
  id: "getMemberExposure",
  method: "GET",
  path: "/teams/{id}/members/{userId}/exposure",
  tag,
  summary: "List what a member has seen",
  description:
    "Each entry, env file and two-factor token of the team whose value this person, or a key that they created, has received: what must be changed when they leave. For the team's owners, and for the members themselves, as far as it lay within the limits that their role has now. It is there for former members too.",
  access: "session",
  ownersOnly: "or-oneself",
  notFound: "TEAM_NOT_FOUND",
  notFoundBy: { userId: "MEMBER_NOT_FOUND" },
  reply: { status: 200, json: z.array(Exposure) },
});
