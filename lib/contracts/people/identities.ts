import { z } from "zod";
import { contract } from "../contract";
import { id, timestamp } from "../primitives";

export const Identity = z.object({ id: id(), issuer: z.string(), subject: z.string(), createdAt: timestamp() }).meta({
  id: "Identity",
  example: {
    id: "3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90",
    issuer: "https://login.example.com",
    subject: "248289761001",
    createdAt: "2026-03-01T09:30:00.000Z",
  },
});
export type Identity = z.infer<typeof Identity>;

export const Identities = z
  .object({
    provider: z
      .object({ issuer: z.string(), name: z.string() })
      .nullable()
      .meta({ description: "The configured single sign-on provider; null if there is none" }),
    identities: z.array(Identity),
  })
  .meta({
    id: "Identities",
    example: {
      provider: { issuer: "https://login.example.com", name: "Example" },
      identities: [
        {
          id: "3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90",
          issuer: "https://login.example.com",
          subject: "248289761001",
          createdAt: "2026-03-01T09:30:00.000Z",
        },
      ],
    },
  });
export type Identities = z.infer<typeof Identities>;

const tag = "Account";

export const listIdentities = contract({
  id: "listIdentities",
  method: "GET",
  path: "/account/identities",
  tag,
  summary: "List linked identities",
  description:
    "Identities at a single sign-on provider, in the order they were linked. To link one in the browser, POST /api/auth/signin/oidc with the csrf token and intent=link.",
  access: "session",
  mfaExempt: "any",
  reply: { status: 200, json: Identities },
});

export const unlinkIdentity = contract({
  id: "unlinkIdentity",
  method: "DELETE",
  path: "/account/identities/{id}",
  tag,
  summary: "Unlink an identity",
  description: "It can no longer sign in here. Refused if it is the last sign-in method.",
  access: "session",
  recentAuthentication: true,
  notFound: "IDENTITY_NOT_FOUND",
  reply: { status: 204 },
  errors: ["LAST_SIGN_IN_METHOD"],
});
