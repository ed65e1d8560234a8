import { expect } from "vitest";
import { listSessions } from "@/lib/contracts/people/sessions";
import { type Actor, actor } from "../callers/actors";
import { send } from "../http/raw";

const currentSession = async (session: Actor) => {
  const { id, createdAt, method } =
    (await session.call(listSessions)).find(({ current }) => current) ?? expect.fail("no session is the asking one");
  return { id, createdAt, method };
};

/**
 * Expects that a re-authentication gives the session a new token: the session stays the same, and a request with the
 * old token is refused.
 */
export async function expectRenewed(session: Actor, prove: () => Promise<unknown>): Promise<void> {
  const old = actor(session.headers, session.headers.Origin);
  const before = await currentSession(old);
  await prove();
  expect(session.headers.Cookie).not.toBe(old.headers.Cookie);
  expect(await currentSession(session)).toEqual(before);
  expect(await send(old, "GET", "/api/account")).toMatchObject({ status: 401, json: { code: "AUTH_REQUIRED" } });
  expect(await (await old.fetch("/api/auth/session")).json()).toEqual({});
  // A request with the old token neither ends the session nor brings that token back.
  expect((await send(session, "GET", "/api/account")).status).toBe(200);
}
