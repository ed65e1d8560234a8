import { describe, expect, test } from "vitest";
import { createAccessKey, type CreateAccessKey } from "@/lib/contracts/access/access-keys";
import { listActivity } from "@/lib/contracts/access/activity";
import { updateEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject, saveEnvFile } from "@/lib/contracts/vault/envs";
import { removeMember, updateMember } from "@/lib/contracts/people/members";
import { getEntryUses, listFileLinks } from "@/lib/contracts/vault/references";
import { transfer } from "@/lib/contracts/transfer/transfer";
import { whoAmI } from "@/lib/contracts/access/whoami";
import { type Actor, aUser, withKey } from "../../support/callers/actors";
import { anEntry } from "../../support/rows/fixtures";
import { aMember, aTeam } from "../../support/callers/teams";

async function aFile(at: Actor, content: string, name = "billing") {
  const { data: project } = await at.call(createEnvProject, { body: { name } });
  const { data: file } = await at.call(saveEnvFile, {
    params: { id: project.id },
    body: { fileType: "env.production", content },
  });
  return { id: project.id, fileId: file.id };
}
const statesOf = async (at: Actor, params: { id: string; fileId: string }) =>
  (await at.call(listFileLinks, { params })).data.map(({ state }) => state);

async function aKey(at: Actor, more: Partial<CreateAccessKey> = {}) {
  const body: CreateAccessKey = { name: "CI", scopes: ["envs:reveal", "entries:reveal"], ...more };
  const { id, key } = await at.call(createAccessKey, { body });
  return { id, at: withKey(key) };
}

describe("links and uses", () => {
  test("tell drift over HTTP, without any value", async () => {
    const { session } = await aUser();
    const { id } = await anEntry(session, { value: "not-a-real-one" });
    await session.call(updateEntry, { params: { id }, body: { value: "not-a-real-two" } });
    const params = await aFile(session, "A=not-a-real-one\nB=not-a-real-two\nC=not-a-real-own\nD=\n");
    const text = await (await session.fetch(`/api/envs/${params.id}/files/${params.fileId}/links`)).text();
    expect((JSON.parse(text) as { data: { state: string }[] }).data.map(({ state }) => state)).toEqual([
      "outdated",
      "same",
      "plain",
      "plain",
    ]);
    expect(text).not.toContain("not-a-real");
    const key = await aKey(session);
    expect(await session.call(getEntryUses, { params: { id } })).toEqual({
      files: [
        {
          projectId: params.id,
          projectName: "billing",
          fileId: params.fileId,
          fileType: "env.production",
          variables: [
            { name: "A", line: 1, state: "outdated" },
            { name: "B", line: 2, state: "same" },
          ],
        },
      ],
      keys: [{ id: key.id, name: "CI", reveals: true }],
    });
    expect((await key.at.call(getEntryUses, { params: { id } })).keys).toEqual([]);
  });

  test("take from a key's budget what equality tells, or tell nothing", async () => {
    const { session } = await aUser();
    const { id } = await anEntry(session, { value: "one" });
    await session.call(updateEntry, { params: { id }, body: { value: "two" } });
    const plain = await aFile(session, "A=guess\nB=another\nC=svc://Stripe/billing/-\n");
    const three = await aFile(session, "A=one\nB=two\nC=guess\nD=one\n", "shop");
    const key = (await aKey(session, { revealsPerDay: 4 })).at;
    const left = async () => (await key.call(whoAmI)).revealsLeft;
    await key.call(listFileLinks, { params: plain });
    expect(await left()).toBe(4);
    expect(await statesOf(key, three)).toEqual(["outdated", "same", "plain", "outdated"]);
    expect(await left()).toBe(1);
    const refused = expect.objectContaining({ status: 429, code: "REVEALS_SPENT" }) as Error;
    await expect(key.call(listFileLinks, { params: three })).rejects.toEqual(refused);
    await expect(key.call(getEntryUses, { params: { id } })).rejects.toEqual(refused);
    expect(await left()).toBe(1);
    await key.call(listFileLinks, { params: plain });
    const other = (await aKey(session, { revealsPerDay: 3 })).at;
    await other.call(getEntryUses, { params: { id } });
    expect((await other.call(whoAmI)).revealsLeft).toBe(0);
  });

  test("leave no record of a value that left", async () => {
    const { session } = await aUser();
    const { id } = await anEntry(session, { value: "one" });
    await session.call(listFileLinks, { params: await aFile(session, "A=one\n") });
    await session.call(getEntryUses, { params: { id } });
    const actions = (await session.call(listActivity)).map(({ action }) => action);
    expect(actions.filter((action) => action.includes("reveal"))).toEqual([]);
  });

  test("give a key with bounds the same bytes, whatever lies outside them", async () => {
    const { session } = await aUser();
    const params = await aFile(session, "A=one\nB=svc://Stripe/shop/production\n");
    const key = (await aKey(session, { projects: ["billing"] })).at;
    const bytes = async () => (await key.fetch(`/api/envs/${params.id}/files/${params.fileId}/links`)).text();
    const before = await bytes();
    const { id } = await anEntry(session, { name: "shop", environment: "production", value: "one" });
    expect(await statesOf(session, params)).toEqual(["same", "linked"]);
    expect(await bytes()).toBe(before);
    const [outside, never] = await Promise.all(
      [id, "00000000-0000-4000-8000-000000000000"].map(async (entryId) => {
        const response = await key.fetch(`/api/entries/${entryId}/uses`);
        return [response.status, await response.text()];
      }),
    );
    expect(outside).toEqual(never);
    expect(outside?.[0]).toBe(404);
  });
});

describe("in a team", () => {
  test("auditors are refused, and everybody else told", async () => {
    const team = await aTeam();
    const { id } = await anEntry(team.owner.at, { value: "one" });
    const params = await aFile(team.owner.at, "A=one\n");
    const refused = expect.objectContaining({ status: 403, code: "AUTH_SCOPE_REQUIRED" }) as Error;
    for (const role of ["reader", "editor"] as const) {
      const { at } = await aMember(team, { role });
      expect(await statesOf(at, params)).toEqual(["same"]);
      expect((await at.call(getEntryUses, { params: { id } })).files).toHaveLength(1);
    }
    const { at } = await aMember(team, { role: "auditor" });
    await expect(at.call(listFileLinks, { params })).rejects.toEqual(refused);
    await expect(at.call(getEntryUses, { params: { id } })).rejects.toEqual(refused);
  });

  test("a key reaches what its maker reaches too, and members are told of their own keys alone", async () => {
    const team = await aTeam();
    const { owner } = team;
    const { id } = await anEntry(owner.at, { name: "billing", value: "one" });
    const [inside, outside] = [
      await aMember(team, { role: "reader", projects: ["billing"] }),
      await aMember(team, { role: "reader", projects: ["shop"] }),
    ];
    const keys = [await aKey(owner.at), await aKey(inside.at), await aKey(outside.at)].map(({ id }) => id);
    const told = async (at: Actor) =>
      (await at.call(getEntryUses, { params: { id } })).keys.map((key) => [keys.indexOf(key.id), key.reveals]).sort();
    expect(await told(owner.at)).toEqual([
      [0, true],
      [1, true],
    ]);
    expect(await told(inside.at)).toEqual([[1, true]]);
    const member = { id: team.id, userId: inside.id };
    await owner.session.call(updateMember, { params: member, body: { role: "auditor", projects: null } });
    // What the key may do still: nothing of its scopes.
    expect(await told(owner.at)).toEqual([[0, true]]);
    await owner.session.call(removeMember, { params: member });
    expect(await told(owner.at)).toEqual([[0, true]]);
  });

  test("an entry that moved there is compared there, with its former values, and no longer where it was", async () => {
    const team = await aTeam();
    const { session, at } = team.owner;
    const { id } = await anEntry(session, { value: "one" });
    await session.call(updateEntry, { params: { id }, body: { value: "two" } });
    const [mine, ours] = [await aFile(session, "A=one\nB=two\n"), await aFile(at, "A=one\nB=two\n")];
    expect(await statesOf(session, mine)).toEqual(["outdated", "same"]);
    expect(await statesOf(at, ours)).toEqual(["plain", "plain"]);
    await session.call(transfer, { body: { teamId: team.id, entryIds: [id] } });
    expect(await statesOf(session, mine)).toEqual(["plain", "plain"]);
    expect(await statesOf(at, ours)).toEqual(["outdated", "same"]);
  });
});
