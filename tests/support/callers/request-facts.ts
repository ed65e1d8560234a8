import { randomUUID } from "node:crypto";
import type { RequestFacts, SessionCaller } from "@/lib/auth/caller";

/** The facts of a request from a browser. */
export const requestFacts = (given: Partial<RequestFacts> = {}): RequestFacts => ({
  id: randomUUID(),
  address: "192.0.2.1",
  userAgent: "Example/1",
  ...given,
});

/** The caller of a session that began just now. */
export const sessionCaller = (given: Pick<SessionCaller, "userId" | "sessionId">): SessionCaller => ({
  kind: "session",
  provenAt: new Date(),
  ...given,
});
