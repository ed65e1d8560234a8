import { expect } from "vitest";
import { listSessions } from "@/lib/contracts/sessions";
import { type Actor, actor } from "./actors";
import { send } from "./http/raw";

const currentSession = async (session: Actor) => {
  const { id, createdAt, method } =
    (await session.call(listSessions)).find(({ current }) => current) ?? expect.fail("no session is the asking one");
  return { id, createdAt, method };
};

/** That a proof gives the session a new token: it goes on as the same session, and what still has the old token is refused. */
export async function expectRenewed(session: Actor, prove: () => Promise<unknown>): Promise<void> {
  const old = actor(session.headers, session.headers.Origin);
  const before = await currentSession(old);
  await prove();
  expect(session.headers.Cookie).not.toBe(old.headers.Cookie);
  expect(await currentSession(session)).toEqual(before);
  expect(await send(old, "GET", "/api/account")).toMatchObject({ status: 401, json: { code: "AUTH_REQUIRED" } });
  expect(await (await old.fetch("/api/auth/session")).json()).toEqual({});
  // Nor does asking bring the session to an end, or the old token back.
  expect((await send(session, "GET", "/api/account")).status).toBe(200);
}
