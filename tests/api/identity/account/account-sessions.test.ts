import { expect, test } from "vitest";
import { endOtherSessions, endSession, listSessions } from "@/lib/contracts/people/sessions";
import { aUser, password, signIn } from "../../../support/callers/actors";
import { isoInstant } from "../../../support/rows/fixtures";
import { send } from "../../../support/http/raw";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

test("sessions are listed with device, address, method and times; the current one is marked", async () => {
  const { email, session } = await aUser();
  await signIn(email, password, undefined, { headers: { "User-Agent": firefox } });
  const sessions = await session.call(listSessions);
  const instant = expect.stringMatching(isoInstant);
  const known = {
    id: expect.any(String),
    address: "127.0.0.1",
    method: "password",
    lastSeenAt: instant,
    createdAt: instant,
  };
  expect(sessions).toEqual([
    { ...known, device: "Firefox on Linux", current: false },
    { ...known, device: "node", current: true },
  ]);
});

test("an ended session's cookie is refused at the next request; other sessions continue", async () => {
  const { email, session } = await aUser();
  const stolen = await signIn(email, password);
  const { id = "" } = (await session.call(listSessions)).find(({ current }) => !current) ?? {};
  expect((await send(stolen, "GET", "/api/account")).status).toBe(200);
  await session.call(endSession, { params: { id } });
  expect(await send(stolen, "GET", "/api/account")).toMatchObject({ status: 401, json: { code: "AUTH_REQUIRED" } });
  expect(await (await stolen.fetch("/api/auth/session")).json()).toEqual({});
  expect(await session.call(listSessions)).toEqual([expect.objectContaining({ current: true })]);
  await expect(session.call(endSession, { params: { id } })).rejects.toMatchObject({
    code: "SESSION_NOT_FOUND",
    status: 404,
  });
});

test("all other sessions of the user end at once, and nobody else's", async () => {
  const [{ email, session }, other] = [await aUser(), await aUser()];
  const others = [await signIn(email, password), await signIn(email, password)];
  await session.call(endOtherSessions);
  for (const who of others) expect((await send(who, "GET", "/api/account")).status).toBe(401);
  for (const who of [session, other.session]) expect((await send(who, "GET", "/api/account")).status).toBe(200);
});

test("ending the current session signs out", async () => {
  const { session } = await aUser();
  const [{ id = "" } = {}] = await session.call(listSessions);
  await session.call(endSession, { params: { id } });
  expect((await send(session, "GET", "/api/account")).status).toBe(401);
});
