import { expect } from "vitest";
import type { SessionCaller } from "@/lib/auth/caller";
import { beginSession, lookUpSession } from "@/lib/auth/credentials/session";

/** The caller of a session that a person has just begun, with its row. */
export async function openSession(userId: string): Promise<SessionCaller> {
  const session = await lookUpSession(await beginSession(userId, { method: "password" }));
  return session?.caller ?? expect.fail("the session did not begin");
}
