import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { SessionCaller } from "@/lib/auth/caller";
import { findMembership } from "@/lib/auth/grants/membership";
import type { KeyType } from "@/lib/contracts/primitives";
import { createAccessKey } from "@/lib/services/access/access-keys";
import { exposureOfKey } from "@/lib/services/access/exposure";
import { createCategory } from "@/lib/services/entries/categories";
import { createEntry, revealEntry } from "@/lib/services/entries/entries";
import { updateEntry } from "@/lib/services/entries/update-entry";
import { revealEnvFile, saveEnvFile } from "@/lib/services/envs/env-files";
import { createEnvProject } from "@/lib/services/envs/envs";
import { createTeam } from "@/lib/services/teams/teams";
import { transfer } from "@/lib/services/transfer";
import { revealTwoFactorCode } from "@/lib/services/two-factor/codes";
import { createTwoFactorToken, updateTwoFactorToken } from "@/lib/services/two-factor/tokens";
import { keyCaller } from "../../../support/callers/key-caller";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
const usual = { VERSIONS_KEPT: 50 };
beforeAll(async () => void (own = await openOwnRuntime()));
afterEach(() => void Object.assign(own.settings, usual));
afterAll(() => own.close());

type Ctx = { caller: SessionCaller };

/** A vault with a key that sees values, and what is said of them after they changed. */
async function aVault() {
  const { id: userId } = await own.db.user.create({ data: { email: randomUUID() } });
  const caller: SessionCaller = { kind: "session", userId, sessionId: randomUUID(), provenAt: new Date() };
  const ctx: Ctx = { caller };
  const { id: keyId } = await createAccessKey(ctx, { name: "CI", scopes: ["entries:reveal", "envs:reveal"] });
  const key = {
    caller: keyCaller({ ...caller, kind: "key", keyId, scopes: new Set(["entries:reveal", "envs:reveal"]) }),
  };
  const isCurrent = async (id: string) =>
    (await exposureOfKey(ctx, keyId)).find(({ object }) => object.id === id)?.current;
  const project = await createEnvProject(ctx, { name: "billing" });
  const save = async (content: string, by: Ctx = ctx) =>
    (await saveEnvFile(by, project.id, { fileType: "env", content })).file.id;
  const seeFile = (fileId: string) => revealEnvFile(key, project.id, fileId);
  const anEntry = async (keyType: KeyType, value: string, name = "billing") => {
    const category = await createCategory(ctx, {
      ...{ name: `Stripe-${randomUUID()}`, keyType },
      ...(keyType === "simple" && { envVarName: "KEY" }),
    });
    const { id } = await createEntry(ctx, { categoryId: category.id, name, value });
    return { id, reference: `svc://${category.name}/${name}/-` };
  };
  const write = (id: string, value: string) => updateEntry(ctx, id, { value });
  const seeEntry = (id: string) => revealEntry(key, id);
  const aTeam = async (): Promise<Ctx & { id: string }> => {
    const { id } = await createTeam(ctx, { name: "Payments" });
    const membership = (await findMembership(id, userId)) ?? expect.fail("they are a member");
    return { id, caller: { ...caller, ...membership } };
  };
  return { ctx, key, isCurrent, project, save, seeFile, anEntry, write, seeEntry, aTeam };
}

describe("of an env file that was seen and saved anew", () => {
  const both = "A=one\nB=two\n";
  test.each([
    ["with a note", both, `# note\n${both}`, true],
    ["with one of two variables changed", both, "A=one\nB=three\n", true],
    ["in another order and other quotes", both, "B='two'\nexport A=one", true],
    ["without one of them", both, "B=two\n", true],
    ["with a value that is overridden", both, "A=one\nA=five\nB=six\n", true],
    ["with a long value under another name", "A=not-a-real-value\n", "B=not-a-real-value\n", true],
    ["with a short value under another name", "A=one\n", "B=one\n", false],
    [
      "with plain settings as they were",
      "PORT=3000\nNODE_ENV=production\nA=one\n",
      "PORT=3000\nNODE_ENV=production\nA=two\n",
      false,
    ],
    ["with a number that is named like a secret", "PIN=1234\nA=one\n", "PIN=1234\nA=two\n", true],
    [
      "with a note, though it has only plain settings",
      "PORT=3000\nDEBUG=true\n",
      "# note\nDEBUG=true\nPORT=3000\n",
      true,
    ],
    ["with what was a comment", "# A=one\nB=two\n", "A=one\nB=three\n", true],
    ["with a line that is no assignment here, as it was", "A.B=one\nC=two\n", "A.B=one\nC=three\n", true],
    ["with such a line changed", "A.B=one\nC=two\n", "A.B=four\nC=three\n", false],
    ["with all of it changed", `# note\n${both}`, "# note\nA=three\nB=four\n", false],
    ["with values exchanged", both, "A=two\nB=one\n", false],
    ["with nothing kept but an empty value", "A=\nB=two\n", "A=\nB=three\n", false],
    ["with nothing kept but a reference", "A=svc://c/e/-\nB=two\n", "A=svc://c/e/-\nB=three\n", false],
    ["empty", both, "", false],
  ])("%s, something is in use: from %j to %j: %j", async (_, seen, now, expected) => {
    const { save, seeFile, isCurrent } = await aVault();
    const id = await save(seen);
    await seeFile(id);
    expect(await isCurrent(id)).toBe(true);
    await save(now);
    expect(await isCurrent(id)).toBe(expected);
  });

  test("any of the texts that were seen counts", async () => {
    const { save, seeFile, isCurrent } = await aVault();
    const id = await save("A=one\nB=two\n");
    await seeFile(id);
    await save("A=three\nB=four\n");
    await seeFile(id);
    await save("A=one\nB=five\n");
    expect(await isCurrent(id)).toBe(true);
    await save("A=five\nB=six\n");
    expect(await isCurrent(id)).toBe(false);
  });

  test("it is in use if a variable that was seen, and no other, has its value", async () => {
    const name = fc.constantFrom("A", "B", "C", "D");
    const file = fc.dictionary(name, fc.constantFrom("one", "two", "three", "four"), {
      maxKeys: 4,
      noNullPrototype: true,
    });
    const text = (of: Record<string, string>, note: boolean) =>
      `${note ? "# note\n" : ""}${Object.entries(of)
        .map(([name, value]) => `${name}=${value}\n`)
        .join("")}`;
    await fc.assert(
      fc.asyncProperty(file, file, async (seen, now) => {
        const { save, seeFile, isCurrent } = await aVault();
        const id = await save(text(seen, false));
        await seeFile(id);
        await save(text(now, true));
        const isSame = Object.entries(seen).some(([name, value]) => now[name] === value);
        expect(await isCurrent(id)).toBe(isSame);
      }),
      { numRuns: 30 },
    );
  });

  test("a reference that took its value's place leads to it, until that is replaced", async () => {
    const { save, seeFile, anEntry, write, isCurrent } = await aVault();
    const { id: entryId, reference } = await anEntry("simple", "one");
    const id = await save("A=one\nB=two\n");
    await seeFile(id);
    await save(`A=${reference}\nB=three\n`);
    expect(await isCurrent(id)).toBe(true);
    await write(entryId, "four");
    expect(await isCurrent(id)).toBe(false);
    const { reference: group } = await anEntry("group", '{"C":"one","D":"five"}');
    await save(`A=${group}/D\nB=three\n`);
    expect(await isCurrent(id)).toBe(false);
    await save(`A=${group}/C\nB=three\n`);
    expect(await isCurrent(id)).toBe(true);
    await save("A=svc://nothing/there/-\nB=three\n");
    expect(await isCurrent(id)).toBe(false);
  });
});

describe("of an entry that was seen and written anew", () => {
  const pair = '{"USER":"ada","PASSWORD":"one"}';
  const pem = "-----BEGIN PRIVATE KEY-----\nnot-a-real-key\n-----END PRIVATE KEY-----";
  test.each<[string, KeyType, string, string, boolean]>([
    ["one field of a group changed", "group", pair, '{"USER":"ada","PASSWORD":"two"}', true],
    ["the order of a group's fields changed", "group", pair, '{ "PASSWORD": "one", "USER": "ada" }', true],
    ["a long field got another name", "group", '{"A":"not-a-real-value"}', '{"B":"not-a-real-value"}', true],
    ["all fields of a group changed", "group", pair, '{"USER":"eve","PASSWORD":"two"}', false],
    ["a document is laid out otherwise", "json", '{"a":[1],"b":{"c":2}}', '{ "b": { "c": 2 },\n"a": [ 1 ] }', true],
    ["a document changed", "json", '{"type":"a","key":"b"}', '{"type":"a","key":"c"}', false],
    ["a document is nested as deeply as one can", "json", "[".repeat(20_000) + "]".repeat(20_000), "[1]", false],
    ["a key has other line ends", "ssh", pem, `${pem.replaceAll("\n", "\r\n")}\r\n`, true],
    ["a key changed", "ssh", pem, pem.replace("real", "fake"), false],
    ["a blank is gone", "simple", "one ", "one", true],
    ["the value changed", "simple", "one", "two", false],
  ])("%s", async (_, keyType, seen, now, expected) => {
    const { anEntry, seeEntry, write, isCurrent } = await aVault();
    const { id } = await anEntry(keyType, seen);
    await seeEntry(id);
    await write(id, now);
    expect(await isCurrent(id)).toBe(expected);
  });

  test.each([
    ["kept", 50, "one", true],
    ["kept", 50, "two", false],
    ["not kept", 0, "two", false],
  ])("whose former values are %s: %i of them, and then %j", async (_, kept, now, expected) => {
    Object.assign(own.settings, { VERSIONS_KEPT: kept });
    const { anEntry, seeEntry, write, isCurrent } = await aVault();
    const { id } = await anEntry("simple", "one");
    await seeEntry(id);
    await write(id, "between");
    await write(id, now);
    expect(await isCurrent(id)).toBe(expected);
  });

  test.each([
    ["group", '{"A":"one","B":"two"}', '{"A":"three","B":"four"}'],
    ["env file", "A=one\nB=two\n", "A=three\nB=four\n"],
  ])("a %s whose former text is not kept may have a part of it", async (kind, seen, now) => {
    Object.assign(own.settings, { VERSIONS_KEPT: 0 });
    const { anEntry, seeEntry, write, save, seeFile, isCurrent } = await aVault();
    const id = kind === "group" ? (await anEntry("group", seen)).id : await save(seen);
    await (kind === "group" ? seeEntry(id) : seeFile(id));
    await (kind === "group" ? write(id, now) : save(now));
    expect(await isCurrent(id)).toBe(true);
  });

  test("in a team that it was moved to, its values are compared there, and those of a file too", async () => {
    const { ctx, anEntry, seeEntry, save, seeFile, project, isCurrent, aTeam } = await aVault();
    const { id, reference } = await anEntry("simple", "one");
    const fileId = await save("A=one\nB=two\n");
    await seeEntry(id);
    await seeFile(fileId);
    const team = await aTeam();
    await transfer(ctx, { teamId: team.id, entryIds: [id], envProjectIds: [project.id], twoFactorTokenIds: [] });
    const current = async () => [await isCurrent(id), await isCurrent(fileId)];
    expect(await current()).toEqual([true, true]);
    await updateEntry(team, id, { value: "two" });
    await save("A=three\nB=four\n", team);
    expect(await current()).toEqual([false, false]);
    await updateEntry(team, id, { value: "one" });
    await save("A=one\nB=four\n", team);
    expect(await current()).toEqual([true, true]);
    // What the team's entries have is not looked at from elsewhere.
    await save(`A=${reference}\nB=four\n`, team);
    expect(await current()).toEqual([true, true]);
  });
});

describe("of a two-factor token", () => {
  const [first, second, third] = ["JBSWY3DPEHPK3PXP", "GEZDGNBVGY3TQOJQ", "KRSXG5CTMVRXEZLU"];

  async function aToken() {
    const { ctx, isCurrent, key } = await aVault();
    const given = { service: "GitHub", accountName: "ada", secret: first };
    const { id } = await createTwoFactorToken(ctx, given);
    const see = () => revealTwoFactorCode(key, id);
    const change = (changes: object) => updateTwoFactorToken(ctx, id, changes);
    const valueId = async () => (await own.db.twoFactorToken.findUniqueOrThrow({ where: { id } })).valueId;
    return { id, see, change, valueId, isCurrent: () => isCurrent(id) };
  }

  test("the secret is in use again once it is back, however it is written and its codes are made", async () => {
    const { see, change, valueId, isCurrent } = await aToken();
    await see();
    await change({ digits: 8 });
    expect([await isCurrent(), await valueId()]).toEqual([true, null]);
    await change({ secret: second });
    expect(await isCurrent()).toBe(false);
    await see();
    await change({ secret: third, algorithm: "SHA256" });
    expect(await isCurrent()).toBe(false);
    await change({ secret: "jbsw y3dp ehpk 3pxp" });
    expect([await isCurrent(), await valueId()]).toEqual([true, null]);
    await change({ secret: third });
    expect(await isCurrent()).toBe(false);
    await change({ secret: second });
    expect(await isCurrent()).toBe(true);
  });

  test("a secret that the vault does not know any more may be in use", async () => {
    const { id, see, change, isCurrent } = await aToken();
    await see();
    await change({ secret: second });
    expect(await isCurrent()).toBe(false);
    await own.db.activity.updateMany({
      where: { objectId: id, action: "two-factor-token.reveal" },
      data: { valueId: randomUUID() },
    });
    expect(await isCurrent()).toBe(true);
  });
});
