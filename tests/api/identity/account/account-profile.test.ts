import { describe, expect, test } from "vitest";
import { deleteAccount, getAccount, updateAccount } from "@/lib/contracts/people/account";
import { anonymous, aUser, aUserWithKey, password, tryToSignIn } from "../../../support/callers/actors";
import { allBelongingsOf } from "../../../support/rows/belongings";
import { isoInstant } from "../../../support/rows/fixtures";
import { refusedField, send } from "../../../support/http/raw";

describe("the account", () => {
  test("shows who is signed in and how, and nothing secret", async () => {
    const { id, email, session } = await aUser();
    const instant = expect.stringMatching(isoInstant);
    const answer = await send(session, "GET", "/api/account");
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.json).toEqual({
      id,
      email,
      name: null,
      methods: ["password"],
      secondFactor: false,
      recoveryCodesLeft: 0,
      recentlyAuthenticated: true,
      createdAt: instant,
      updatedAt: instant,
    });
  });

  test("accepts a new name, which the session endpoint shows at once; null removes it", async () => {
    const { session } = await aUser();
    const shown = async () =>
      ((await (await session.fetch("/api/auth/session")).json()) as { user: { name: string | null } }).user.name;
    expect((await session.call(updateAccount, { body: { name: " Grace " } })).name).toBe("Grace");
    expect([(await session.call(getAccount)).name, await shown()]).toEqual(["Grace", "Grace"]);
    expect((await session.call(updateAccount, { body: { name: null } })).name).toBeNull();
    expect(await shown()).toBeNull();
  });

  test("may be sent back as it was read, with another name; an empty change changes nothing", async () => {
    const { session } = await aUser();
    const read = await session.call(getAccount);
    expect(
      await session.call(updateAccount, { body: { ...read, name: "Ada", email: "other@example.com" } }),
    ).toMatchObject({ name: "Ada", email: read.email });
    expect(await session.call(updateAccount, { body: {} })).toMatchObject({ name: "Ada" });
  });

  test.each([
    ["name", ""],
    ["name", "x".repeat(201)],
    ["password", "not-a-real-password"],
  ])("refuses %s=%s and names the field", async (field, value) => {
    const { session } = await aUser();
    expect(await send(session, "PUT", "/api/account", { [field]: value })).toMatchObject(refusedField(field));
  });
});

describe("deleting the account", () => {
  test("requires its own e-mail address, and deletes nothing for another one", async () => {
    const [{ session }, other] = [await aUser(), await aUser()];
    for (const email of [other.email, "", undefined])
      expect(await send(session, "DELETE", "/api/account", { email })).toMatchObject(refusedField("email"));
    for (const who of [session, other.session]) expect((await send(who, "GET", "/api/account")).status).toBe(200);
  });

  test("deletes everything: sessions, keys and the right to sign in; the address can then be used for a new, empty account", async () => {
    const { email, session, key } = await aUserWithKey();
    await allBelongingsOf(session, "gone");
    await session.call(deleteAccount, { body: { email: email.toUpperCase(), endTeams: true } });
    for (const who of [session, key]) expect((await send(who, "GET", "/api/entries")).status).toBe(401);
    expect((await tryToSignIn(email, password)).response.status).toBe(401);
    expect((await send(anonymous(), "POST", "/api/auth/register", { email, password })).status).toBe(201);
  });

  test("leaves other users' data unchanged", async () => {
    const [{ email, session }, other] = [await aUser(), await aUser()];
    const theirs = await allBelongingsOf(other.session, "kept");
    const before = await theirs.look();
    await session.call(deleteAccount, { body: { email } });
    expect(await theirs.look()).toEqual(before);
  });
});
