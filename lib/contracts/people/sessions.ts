import { z } from "zod";
import { SignInMethod } from "./account";
import { contract } from "../contract";
import { id, timestamp } from "../primitives";

export const Session = z
  .object({
    id: id(),
    device: z.string().meta({ description: "Browser and system, as the browser names itself" }),
    address: z.string().nullable().meta({ description: "The client's address at sign-in" }),
    method: SignInMethod,
    current: z.boolean().meta({ description: "Whether it is the session of this request" }),
    lastSeenAt: timestamp().meta({ description: "To the minute" }),
    createdAt: timestamp(),
  })
  .meta({
    id: "Session",
    example: {
      id: "3f2a7c1e-0d4b-4c8e-9a55-6b1f0e2d7c90",
      device: "Firefox on Linux",
      address: "203.0.113.7",
      method: "password",
      current: true,
      lastSeenAt: "2026-03-01T10:00:00.000Z",
      createdAt: "2026-03-01T09:30:00.000Z",
    },
  });
export type Session = z.infer<typeof Session>;

const tag = "Account";

export const listSessions = contract({
  id: "listSessions",
  method: "GET",
  path: "/account/sessions",
  tag,
  summary: "List active sessions",
  description: "Most recently seen first.",
  access: "session",
  mfaExempt: "any",
  reply: { status: 200, json: z.array(Session) },
});

export const endSession = contract({
  id: "endSession",
  method: "DELETE",
  path: "/account/sessions/{id}",
  tag,
  summary: "End a session",
  description: "Its cookie is refused from the next request on.",
  access: "session",
  recentAuthentication: true,
  notFound: "SESSION_NOT_FOUND",
  reply: { status: 204 },
});

export const endOtherSessions = contract({
  id: "endOtherSessions",
  method: "DELETE",
  path: "/account/sessions",
  tag,
  summary: "End all other sessions",
  access: "session",
  recentAuthentication: true,
  reply: { status: 204 },
});
