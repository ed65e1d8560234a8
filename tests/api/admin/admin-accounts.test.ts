import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { listCategories } from "@/lib/contracts/vault/categories";
import { createTeam, listTeams } from "@/lib/contracts/people/teams";
import { listEntries } from "@/lib/contracts/vault/entries";
import { signIn, tryToSignIn, withKey } from "../../support/callers/actors";
import { facts, toldTo, wholeActivity } from "../../support/callers/activity";
import { operate, refused } from "../../support/programs/operator";
import { aMember, aTeam } from "../../support/callers/teams";
import { ownVaults } from "../../support/vaults/own-vaults";
import { turnOnSecondFactor } from "../../support/sign-in/second-factor";
import { guardAccount, signingIn } from "../../support/sign-in/signing-in";
import { changeStore } from "../../support/vaults/store";
import { testOnce } from "../../support/vaults/test-once";

const { aFolder, aVault } = ownVaults();
const password = "not-a-real-password";

/** Of all tests that need no settings of their own. The first test finds it empty. */
const vault = await aVault({ env: { AUTH_REGISTRATION: "closed" } });

const generatedIn = (out: string) => /^password: (\S{24})$/m.exec(out)?.[1] ?? "";

describe("account commands while the vault is running", () => {
  testOnce("a name from before control characters were refused can't break lines or control the terminal", async () => {
    const dataDir = aFolder();
    await operate(dataDir, ["user", "add", "ada@example.com", "--generate"]);
    const hostile = "x\u001b]0;title\u0007\u001b[2J\u009b1m\nroot@example.com  Operator\u202e";
    changeStore({ dataDir }, 'UPDATE "User" SET "name" = ?', [hostile]);
    expect((await operate(dataDir, ["user", "list"])).out).toMatch(
      /^ada@example\.com {2}x\?\]0;title\?\?\[2J\?1m\?root@example\.com {2}Operator\? {2}since .*\n$/,
    );
    const json = (await operate(dataDir, ["user", "list", "--json"])).out;
    expect([JSON.parse(json), /^[^\p{Cc}\u202e]+\n$/u.test(json)]).toEqual([
      expect.objectContaining({ name: hostile }),
      true,
    ]);
  });

  test("an added account can sign in although registration is closed, is listed, and is gone once deleted", async () => {
    const admin = (args: string[], input = "") => operate(vault.dataDir, args, { input });
    expect(await admin(["user", "add", "Ada@Example.com", "--name", "Ada"], `${password}\n`)).toEqual({
      code: 0,
      out: "added ada@example.com\n",
      err: "",
    });
    const session = await signIn("ada@example.com", password, vault.baseUrl);
    expect(await session.call(listCategories)).toEqual([]);
    expect((await admin(["user", "list"])).out).toMatch(
      /^ada@example\.com {2}Ada {2}since \d{4}-\d\d-\d\d {2}0 entries {2}0 access keys\n$/,
    );
    expect(JSON.parse((await admin(["user", "list", "--json"])).out)).toMatchObject({
      email: "ada@example.com",
      name: "Ada",
    });
    expect(await admin(["user", "delete", "ada@example.com"])).toEqual(refused(/--yes/));
    expect(await admin(["user", "delete", "ada@example.com", "--yes"])).toMatchObject({
      code: 0,
      out: "deleted ada@example.com\n",
    });
    await expect(session.call(listCategories)).rejects.toMatchObject({ status: 401 });
    expect((await admin(["user", "list"])).out).toBe("");
  });

  test("teams and their members are listed; a deleted account takes those along that nobody else owns, and names them first", async () => {
    const admin = (args: string[]) => operate(vault.dataDir, args);
    const team = await aTeam(vault.baseUrl);
    const grace = await aMember(team, { role: "reader", projects: ["billing"] }, vault.baseUrl);
    const shared = await grace.session.call(createTeam, { body: { name: "Apps" } });
    const bob = await aMember({ ...shared, owner: { ...grace, at: grace.session } }, { role: "owner" }, vault.baseUrl);
    expect((await admin(["team", "list"])).out).toMatch(
      /^Apps {2}since \d{4}-\d\d-\d\d {2}2 members {2}0 entries\nPayments {2}since \d{4}-\d\d-\d\d {2}2 members {2}0 entries\n$/,
    );
    expect((await admin(["team", "members", "Payments"])).out).toBe(
      `${team.owner.email}  owner\n${grace.email}  reader  projects: billing\n`,
    );
    expect((await admin(["team", "members", team.id, "--json"])).out).toContain(`"email":"${grace.email}"`);
    expect(await admin(["team", "members", "Nobody"])).toEqual(refused(/no team Nobody: team list shows all teams/));
    expect(await admin(["user", "delete", team.owner.email])).toEqual(refused(/--yes/));
    expect(await admin(["user", "delete", team.owner.email, "--yes"])).toMatchObject({
      out: `deleted ${team.owner.email}, with the teams that nobody else owns: Payments\n`,
    });
    expect((await admin(["user", "delete", grace.email, "--yes"])).code).toBe(0);
    expect((await admin(["team", "list"])).out).toMatch(/^Apps {2}.* {2}1 members/);
    expect(await bob.session.call(listTeams)).toMatchObject([{ name: "Apps", role: "owner" }]);
  });

  test("each change is told in the vault that it concerns, by the operator, without a password", async () => {
    const admin = async (args: string[], input = "") =>
      expect(await operate(vault.dataDir, args, { input })).toMatchObject({ code: 0 });
    const [first, second] = ["not-a-real-first", "not-a-real-second"];
    await admin(["user", "add", "ada@example.com"], `${first}\n`);
    await admin(["user", "reset-password", "ada@example.com", "--factors-lost"], `${second}\n`);
    const session = await signIn("ada@example.com", second, vault.baseUrl);
    const operator = { kind: "operator", userId: null, name: null, keyId: null, keyPrefix: null };
    const command = (name: string) => ({
      action: "operator.command",
      actor: operator,
      address: null,
      userAgent: null,
      object: { kind: "command", id: null, name },
      count: null,
      outcome: "done",
      requestId: null,
    });
    expect((await toldTo(session, "operator.command")).map(facts)).toEqual([
      command("user reset-password --factors-lost"),
      command("user add"),
    ]);
    await admin(["key", "add", "ada@example.com", "--name", "nightly", "--scopes", "entries:read"]);
    const [made] = await toldTo(session, "access-key.create");
    expect([made?.actor, made?.object?.name]).toEqual([operator, "nightly"]);
    const text = await wholeActivity(session);
    expect([first, second].filter((one) => text.includes(one))).toEqual([]);

    const team = await aTeam(vault.baseUrl);
    const member = await aMember(team, {}, vault.baseUrl);
    await admin(["user", "delete", member.email, "--yes"]);
    const [removal] = await toldTo(team.owner.at);
    expect(removal && facts(removal)).toEqual({
      ...command("user delete"),
      action: "member.remove",
      object: { kind: "member", id: member.id, name: member.email },
    });
    // A key that was rotated is everybody's.
    await admin(["rotate"]);
    for (const who of [session, team.owner.session, team.owner.at]) {
      const [newest] = await toldTo(who);
      expect(newest && facts(newest)).toEqual(command("rotate"));
    }
  });

  test("a reset password signs the account out everywhere; a generated one is printed once, and only lets its owner choose their own", async () => {
    const admin = (args: string[], input = "") => operate(vault.dataDir, args, { input });
    await admin(["user", "add", "grace@example.com"], password);
    const session = await signIn("grace@example.com", password, vault.baseUrl);
    const { code, out } = await admin(["user", "reset-password", "grace@example.com", "--generate"]);
    const generated = generatedIn(out);
    expect([
      code,
      generated.length,
      out.endsWith("It is temporary: the owner can sign in with it once, within 24 hours, to choose their own.\n"),
    ]).toEqual([0, 24, true]);
    await expect(session.call(listCategories)).rejects.toMatchObject({ status: 401 });
    expect((await tryToSignIn("grace@example.com", password, vault.baseUrl)).response.status).toBe(401);
    expect(await signingIn("grace@example.com", undefined, generated, vault.baseUrl)).toBe("NEW_PASSWORD_REQUIRED");
    expect(
      await (
        await signIn("grace@example.com", generated, vault.baseUrl, { newPassword: "another-fake-password" })
      ).call(listCategories),
    ).toEqual([]);
    expect(await signingIn("grace@example.com", undefined, "another-fake-password", vault.baseUrl)).toBe("in");
  });

  testOnce(
    "a generated password of a new account must be replaced too; a password that the operator typed need not be",
    async () => {
      const admin = (args: string[], input = "") => operate(vault.dataDir, args, { input });
      const { out } = await admin(["user", "add", "eve@example.com", "--generate"]);
      expect(await signingIn("eve@example.com", undefined, generatedIn(out), vault.baseUrl)).toBe(
        "NEW_PASSWORD_REQUIRED",
      );
      expect(await admin(["user", "reset-password", "eve@example.com"], password)).toEqual({
        code: 0,
        out: "eve@example.com has a new password and was signed out everywhere\n",
        err: "",
      });
      expect(await signingIn("eve@example.com", undefined, password, vault.baseUrl)).toBe("in");
    },
  );

  test("an owner who lost second factor and passkeys gets in with a new password alone, if the operator says so", async () => {
    const { dataDir, baseUrl } = await aVault({ env: { AUTH_SECOND_FACTOR: "required" } });
    const admin = (args: string[], input = "") => operate(dataDir, args, { input });
    const email = "ada@example.com";
    await admin(["user", "add", email], password);
    const session = await signIn(email, password, baseUrl);
    const account = await guardAccount({ email, password, session }, baseUrl);
    expect(await admin(["user", "reset-password", email], password)).toMatchObject({ code: 0 });
    expect(await signingIn(email, undefined, password, baseUrl)).toBe("SECOND_FACTOR_REQUIRED");

    expect(await admin(["user", "reset-password", email, "--factors-lost"], password)).toEqual({
      code: 0,
      out: "ada@example.com has a new password and was signed out everywhere; it has no second factor and no passkey\n",
      err: "",
    });
    expect((await account.waysIn(baseUrl))["passkey"]).toBe("refused");
    // Neither prevents setting up another factor.
    await turnOnSecondFactor(await signIn(email, password, baseUrl));
    expect(await signingIn(email, account.recoveryCodes.pop(), password, baseUrl)).toBe("SECOND_FACTOR_INVALID");
  });

  test("an access key is created without a browser, printed alone on standard output, with the given scopes", async () => {
    const dataDir = aFolder();
    // Before the first start: provisioning need not wait for a server.
    expect(await operate(dataDir, ["user", "add", "ci@example.com", "--generate"])).toMatchObject({
      code: 0,
      err: expect.stringMatching(
        /^made a new vault: .*vault\.db.*, and its master key .*master\.key: back up both|^made a new vault: \S+ on \S+, and its master key/,
      ),
    });
    const { baseUrl } = await aVault({ dataDir });
    const { code, out } = await operate(dataDir, [
      "key",
      "add",
      "ci@example.com",
      "--name",
      "ci",
      "--scopes",
      "entries:read,stats:read",
      "--expires",
      "2100-01-31",
    ]);
    expect([code, out]).toEqual([0, expect.stringMatching(/^svc_[\w-]{43}\n$/)]);
    const key = withKey(out.trim(), baseUrl);
    expect(await key.call(listEntries)).toEqual([]);
    await expect(key.call(listCategories)).rejects.toMatchObject({ status: 403 });
  });

  testOnce("a password that is refused makes no vault", async () => {
    const dataDir = aFolder();
    for (const [input, sentence] of [
      ["", /No password/],
      ["password123", /too common/],
      ["ada@example.com1", /too close to your name, your e-mail address/],
    ] as const)
      expect(await operate(dataDir, ["user", "add", "ada@example.com"], { input })).toEqual(refused(sentence));
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test("a command for a vault that is there creates none where there is none", async () => {
    const dataDir = aFolder();
    for (const command of [["user", "list"], ["verify"], ["rotate"], ["backup", `${dataDir}/x`]])
      expect(await operate(dataDir, command)).toEqual(refused(/There is no vault (at|in)|There is no master key yet/));
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
