import { z } from "zod";
import { contract } from "../contract";
import { boundsReply } from "./grants";
import { id, Scope, timestamp } from "../primitives";
import { Role } from "../people/roles";

export const WhoAmI = z
  .object({
    kind: z.enum(["session", "key"]),
    userId: id().meta({ description: "The person: of an access key, its creator" }),
    team: z.object({ id: id(), name: z.string(), role: Role }).nullable().meta({
      description: "The team whose vault it is, and the caller's role there: of an access key, its creator's",
    }),
    name: z.string().nullable().meta({ description: "Of the access key; null for a session" }),
    keyPrefix: z.string().nullable(),
    scopes: z.array(Scope).nullable().meta({ description: "Null for all" }),
    ...boundsReply(),
    revealsLeft: z.int().nullable().meta({ description: "Of revealsPerDay, now; null for any number" }),
    expiresAt: timestamp().nullable(),
  })
  .meta({
    id: "WhoAmI",
    example: {
      kind: "key",
      userId: "c19d5e70-2a8b-4f63-8e14-90b7d2f3a6c5",
      team: null,
      name: "CI",
      keyPrefix: "svc_AbCdEf",
      scopes: ["entries:read", "entries:reveal"],
      projects: ["billing"],
      environments: ["production"],
      addresses: null,
      revealsPerDay: 100,
      revealsLeft: 97,
      expiresAt: "2027-01-31T00:00:00.000Z",
    },
  });
export type WhoAmI = z.infer<typeof WhoAmI>;

export const whoAmI = contract({
  id: "whoAmI",
  method: "GET",
  path: "/whoami",
  tag: "Access keys",
  summary: "Read who the caller is and what they may do",
  description: "An access key learns its own scopes and limits. Nothing in the reply is secret.",
  access: "any",
  reply: { status: 200, json: WhoAmI },
});
