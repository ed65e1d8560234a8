import { describe, expect, test } from "vitest";
import { changePassword } from "@/lib/contracts/people/account";
import { anonymous, aUser, aUserWithKey, password, signIn, tryToSignIn } from "../../../support/callers/actors";
import { refusedField, send } from "../../../support/http/raw";

const newPassword = "another-fake-password";

describe("changing the password", () => {
  test("replaces the old password and ends all other sessions; access keys still work", async () => {
    const { email, session, key } = await aUserWithKey();
    const other = await signIn(email, password);
    await session.call(changePassword, { body: { currentPassword: password, newPassword } });
    expect((await send(other, "GET", "/api/account")).status).toBe(401);
    for (const who of [session, key]) expect((await send(who, "GET", "/api/entries")).status).toBe(200);
    expect((await tryToSignIn(email, password)).response.status).toBe(401);
    expect((await tryToSignIn(email, newPassword)).response.status).toBe(200);
  });

  test("requires the old password: without it, or with a wrong one, nothing changes", async () => {
    const { email, session } = await aUser();
    const other = await signIn(email, password);
    for (const currentPassword of [undefined, "", "not-the-password"])
      expect(await send(session, "POST", "/api/account/password", { currentPassword, newPassword })).toMatchObject(
        refusedField("currentPassword"),
      );
    expect((await send(other, "GET", "/api/account")).status).toBe(200);
    expect((await tryToSignIn(email, password)).response.status).toBe(200);
  });

  test("concurrently, one change wins and the other learns that its current password is no longer valid", async () => {
    const { email, session } = await aUser();
    const change = (to: string) =>
      send(session, "POST", "/api/account/password", { currentPassword: password, newPassword: to });
    const answers = await Promise.all([change(`${newPassword}-1`), change(`${newPassword}-2`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
    const winner = answers[0]?.status === 204 ? 1 : 2;
    expect((await tryToSignIn(email, `${newPassword}-${winner}`)).response.status).toBe(200);
  });
});

describe("password rules", () => {
  const commons = ["1234567890", "qwertyuiop", "PassWord123", "１２３４５６７８９０"];

  test.each(commons)("%s is refused as too common, at registration and at a change", async (common) => {
    const { session } = await aUser();
    expect(
      await send(anonymous(), "POST", "/api/auth/register", { email: "common@example.com", password: common }),
    ).toMatchObject(refusedField("password"));
    expect(
      await send(session, "POST", "/api/account/password", { currentPassword: password, newPassword: common }),
    ).toMatchObject(refusedField("newPassword"));
  });

  test("a password that is little more than the e-mail address, the name or the vault's name is refused, at registration and at a change", async () => {
    const { session, email } = await aUser();
    const [local = ""] = email.split("@");
    for (const easy of ["Secrets-Vault-2026", `${local}!1`, "lovelace1815"]) {
      expect(
        await send(anonymous(), "POST", "/api/auth/register", { email, name: "Ada Lovelace", password: easy }),
      ).toMatchObject(refusedField("password"));
    }
    for (const easy of ["my secrets vault", `1${local}`])
      expect(
        await send(session, "POST", "/api/account/password", { currentPassword: password, newPassword: easy }),
      ).toMatchObject(refusedField("newPassword"));
  });

  test.each([
    ["9 characters", "x".repeat(9)],
    ["201 characters", "x".repeat(201)],
  ])("a new password of %s is refused", async (_, tooShortOrLong) => {
    const { session } = await aUser();
    expect(
      await send(session, "POST", "/api/account/password", { currentPassword: password, newPassword: tooShortOrLong }),
    ).toMatchObject(refusedField("newPassword"));
  });

  test.each(["aaaaaaaaab", "ein langer satz ohne ziffern", "пароль-не-настоящий", "xy".repeat(100)])(
    "there are no composition rules: %s is accepted",
    async (plain) => {
      const { email, session } = await aUser();
      await session.call(changePassword, { body: { currentPassword: password, newPassword: plain } });
      expect((await tryToSignIn(email, plain)).response.status).toBe(200);
    },
  );
});
