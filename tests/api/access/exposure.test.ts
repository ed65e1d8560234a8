import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createAccessKey, revokeAccessKey } from "@/lib/contracts/access/access-keys";
import { getKeyExposure, getMemberExposure } from "@/lib/contracts/access/activity";
import { createCategory } from "@/lib/contracts/vault/categories";
import { createEntry, deleteEntry, revealEntry, updateEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject, revealEnvFile, saveEnvFile } from "@/lib/contracts/vault/envs";
import { exportEntries } from "@/lib/contracts/transfer/export";
import { removeMember } from "@/lib/contracts/people/members";
import { createTeam } from "@/lib/contracts/people/teams";
import { transfer } from "@/lib/contracts/transfer/transfer";
import { createTwoFactorToken, revealTwoFactorCode, updateTwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { restoreEntryVersion, revealEntryVersion } from "@/lib/contracts/vault/versions";
import { type Actor, aUser, withKey } from "../../support/callers/actors";
import { aMember, aTeam, within } from "../../support/callers/teams";

const refused = (status: number, code: string) => expect.objectContaining({ status, code });

async function anEntryOf(at: Actor, name = "billing") {
  const body = { name: `Stripe ${randomUUID()}`, keyType: "simple", envVarName: "STRIPE_KEY" } as const;
  const { id: categoryId } = await at.call(createCategory, { body });
  return at.call(createEntry, { body: { categoryId, name, value: "one" } });
}

async function aKeyOf(at: Actor) {
  const { id, key } = await at.call(createAccessKey, {
    body: { name: "CI", scopes: ["entries:reveal", "envs:reveal", "2fa:reveal", "export:read"] },
  });
  return { id, by: withKey(key) };
}

/** Which of the things that were seen are still what was seen. */
const currentOf = async (at: Actor, keyId: string) =>
  Object.fromEntries(
    (await at.call(getKeyExposure, { params: { id: keyId } })).map(({ object, current }) => [object.id, current]),
  );

describe("an access key's exposure", () => {
  test("lists each thing whose value it got, once, and nothing else", async () => {
    const { session } = await aUser();
    const key = await aKeyOf(session);
    const [seen, exported, unseen] = [await anEntryOf(session), await anEntryOf(session, "shop"), await aUser()];
    const { data: project } = await session.call(createEnvProject, { body: { name: "billing" } });
    const { data: file } = await session.call(saveEnvFile, {
      params: { id: project.id },
      body: { fileType: "env", content: "A=1\n" },
    });
    const token = await session.call(createTwoFactorToken, {
      body: { service: "GitHub", accountName: "ada", secret: "JBSWY3DPEHPK3PXP" },
    });
    expect(await currentOf(session, key.id)).toEqual({});
    for (let times = 0; times < 2; times += 1) await key.by.call(revealEntry, { params: { id: seen.id } });
    await key.by.call(revealEnvFile, { params: { id: project.id, fileId: file.id } });
    await key.by.call(revealTwoFactorCode, { params: { id: token.id } });
    expect(await currentOf(session, key.id)).toEqual({ [seen.id]: true, [file.id]: true, [token.id]: true });
    const places = await session.call(getKeyExposure, { params: { id: key.id } });
    expect(places.map(({ object, projectId }) => [object.id, projectId])).toEqual([
      [token.id, null],
      [file.id, project.id],
      [seen.id, null],
    ]);
    await key.by.call(exportEntries, { query: { project: "shop" } });
    expect(await currentOf(session, key.id)).toHaveProperty(exported.id, true);
    const [last] = await session.call(getKeyExposure, { params: { id: key.id } });
    expect(last?.object).toMatchObject({ kind: "entry", id: exported.id });
    await expect(unseen.session.call(getKeyExposure, { params: { id: key.id } })).rejects.toEqual(
      refused(404, "ACCESS_KEY_NOT_FOUND"),
    );
  });

  test("says that a value is current until another takes its place, and again once it is restored", async () => {
    const { session } = await aUser();
    const key = await aKeyOf(session);
    const { id } = await anEntryOf(session);
    const params = { id };
    const isCurrent = async () => (await currentOf(session, key.id))[id];
    await key.by.call(revealEntry, { params });
    await session.call(updateEntry, { params, body: { notes: "a note" } });
    expect(await isCurrent()).toBe(true);
    await session.call(updateEntry, { params, body: { value: "two" } });
    expect(await isCurrent()).toBe(false);
    await session.call(restoreEntryVersion, { params: { id, version: "1" } });
    expect(await isCurrent()).toBe(true);
    await session.call(updateEntry, { params, body: { value: "three" } });
    expect(await isCurrent()).toBe(false);
    // Whoever sees a former value does not know the present one.
    await key.by.call(revealEntryVersion, { params: { id, version: "1" } });
    expect(await isCurrent()).toBe(false);
    await key.by.call(revealEntry, { params });
    await session.call(deleteEntry, { params });
    expect(await isCurrent()).toBe(true);
    const token = await session.call(createTwoFactorToken, {
      body: { service: "GitHub", accountName: "ada", secret: "JBSWY3DPEHPK3PXP" },
    });
    await key.by.call(revealTwoFactorCode, { params: { id: token.id } });
    await session.call(updateTwoFactorToken, { params: { id: token.id }, body: { secret: "GEZDGNBVGY3TQOJQ" } });
    expect(await currentOf(session, key.id)).toMatchObject({ [token.id]: false });
  });

  test("says so too of a value that somebody wrote once more", async () => {
    const { session } = await aUser();
    const key = await aKeyOf(session);
    const { id } = await anEntryOf(session);
    const { data: project } = await session.call(createEnvProject, { body: { name: "billing" } });
    const save = async (content: string) =>
      (await session.call(saveEnvFile, { params: { id: project.id }, body: { fileType: "env", content } })).data.id;
    const fileId = await save("A=1\n");
    await key.by.call(revealEntry, { params: { id } });
    await key.by.call(revealEnvFile, { params: { id: project.id, fileId } });
    // Who may not reveal always makes another version, even of the same value.
    const { key: writes } = await session.call(createAccessKey, { body: { name: "w", scopes: ["entries:write"] } });
    await withKey(writes).call(updateEntry, { params: { id }, body: { value: "one" } });
    expect(await currentOf(session, key.id)).toEqual({ [id]: true, [fileId]: true });
    const write = (value: string) => session.call(updateEntry, { params: { id }, body: { value } });
    await write("two");
    await save("A=2\n");
    expect(await currentOf(session, key.id)).toEqual({ [id]: false, [fileId]: false });
    await write("one");
    await save("A=1\n");
    expect(await currentOf(session, key.id)).toEqual({ [id]: true, [fileId]: true });
  });

  test("says so of one variable of a file, one field of a group, and a secret that is back", async () => {
    const { session } = await aUser();
    const key = await aKeyOf(session);
    const { data: project } = await session.call(createEnvProject, { body: { name: "billing" } });
    const save = async (content: string) =>
      (await session.call(saveEnvFile, { params: { id: project.id }, body: { fileType: "env", content } })).data.id;
    const fileId = await save("A=one\nB=two");
    const body = { name: `Database ${randomUUID()}`, keyType: "group" } as const;
    const { id: categoryId } = await session.call(createCategory, { body });
    const group = (password: string) => JSON.stringify({ PASSWORD: password, USER: "ada" });
    const { id } = await session.call(createEntry, { body: { categoryId, name: "billing", value: group("one") } });
    const secret = "JBSWY3DPEHPK3PXP";
    const token = await session.call(createTwoFactorToken, { body: { service: "GitHub", accountName: "ada", secret } });
    await key.by.call(revealEntry, { params: { id } });
    await key.by.call(revealEnvFile, { params: { id: project.id, fileId } });
    await key.by.call(revealTwoFactorCode, { params: { id: token.id } });
    const change = async (content: string, value: string, secret: string) => {
      await save(content);
      await session.call(updateEntry, { params: { id }, body: { value } });
      await session.call(updateTwoFactorToken, { params: { id: token.id }, body: { secret } });
      return currentOf(session, key.id);
    };
    const all = (current: boolean) => ({ [id]: current, [fileId]: current, [token.id]: current });
    const rotated = JSON.stringify({ PASSWORD: "two", USER: "eve" });
    expect(await change("A=three\nB=four", rotated, "GEZDGNBVGY3TQOJQ")).toEqual(all(false));
    expect(await change("# note\nA=one\nB=two", '{"USER":"ada","PASSWORD":"one"}', secret)).toEqual(all(true));
    expect(await change("A=one\nB=four", group("two"), secret)).toEqual(all(true));
    expect(await change("A=three\nB=four", rotated, "KRSXG5CTMVRXEZLU")).toEqual(all(false));
  });

  test("follows a thing into another vault", async () => {
    const { session } = await aUser();
    const { id: teamId } = await session.call(createTeam, { body: { name: "Payments" } });
    const key = await aKeyOf(session);
    const { id } = await anEntryOf(session);
    await key.by.call(revealEntry, { params: { id } });
    await session.call(transfer, { body: { teamId, entryIds: [id], envProjectIds: [], twoFactorTokenIds: [] } });
    expect(await currentOf(session, key.id)).toEqual({ [id]: true });
    await within(session, teamId).call(updateEntry, { params: { id }, body: { value: "two" } });
    expect(await currentOf(session, key.id)).toEqual({ [id]: false });
  });

  test("has the name that a thing had when it was seen last", async () => {
    const { session } = await aUser();
    const key = await aKeyOf(session);
    const { id } = await anEntryOf(session, "zoo");
    await key.by.call(revealEntry, { params: { id } });
    await session.call(updateEntry, { params: { id }, body: { name: "air" } });
    await key.by.call(revealEntry, { params: { id } });
    const [seen, ...others] = await session.call(getKeyExposure, { params: { id: key.id } });
    expect(seen?.object.name).toMatch(/ · air$/);
    expect(others).toEqual([]);
  });

  test("is there after the key was revoked", async () => {
    const { session } = await aUser();
    const key = await aKeyOf(session);
    const { id } = await anEntryOf(session);
    await key.by.call(revealEntry, { params: { id } });
    await session.call(revokeAccessKey, { params: { id: key.id } });
    expect(await currentOf(session, key.id)).toEqual({ [id]: true });
    await expect(session.call(getKeyExposure, { params: { id: randomUUID() } })).rejects.toEqual(
      refused(404, "ACCESS_KEY_NOT_FOUND"),
    );
  });
});

describe("a member's exposure", () => {
  test("lists what they saw in the team, themselves and by their keys, also once they are removed", async () => {
    const team = await aTeam();
    const grace = await aMember(team);
    const [one, two, own] = [
      await anEntryOf(team.owner.at),
      await anEntryOf(team.owner.at, "shop"),
      await anEntryOf(grace.session),
    ];
    const key = await aKeyOf(grace.at);
    await grace.at.call(revealEntry, { params: { id: one.id } });
    await key.by.call(revealEntry, { params: { id: two.id } });
    await grace.session.call(revealEntry, { params: { id: own.id } });
    const params = { id: team.id, userId: grace.id };
    const seen = async (by: Actor) =>
      (await by.call(getMemberExposure, { params })).map(({ object }) => object.id).sort();
    const both = [one.id, two.id].sort();
    expect(await seen(team.owner.session)).toEqual(both);
    expect(await seen(grace.session)).toEqual(both);
    await team.owner.session.call(removeMember, { params });
    expect(await seen(team.owner.session)).toEqual(both);
    await expect(seen(grace.session)).rejects.toEqual(refused(404, "TEAM_NOT_FOUND"));
  });

  test("is for the team's owners and oneself", async () => {
    const team = await aTeam();
    const [grace, alan] = [await aMember(team), await aMember(team)];
    const ask = (by: Actor, userId: string) => by.call(getMemberExposure, { params: { id: team.id, userId } });
    await expect(ask(alan.session, grace.id)).rejects.toEqual(refused(403, "TEAM_OWNER_REQUIRED"));
    const stranger = await aUser();
    await expect(ask(team.owner.session, stranger.id)).rejects.toEqual(refused(404, "MEMBER_NOT_FOUND"));
    await expect(ask(stranger.session, grace.id)).rejects.toEqual(refused(404, "TEAM_NOT_FOUND"));
    // Somebody else's own vault is none of the team's business.
    expect(await ask(within(team.owner.session, team.id), grace.id)).toEqual([]);
  });
});
