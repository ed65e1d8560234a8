import { describe, expect, test } from "vitest";
import { createAccessKey, revokeAccessKey, rotateAccessKey } from "@/lib/contracts/access/access-keys";
import { extractNames } from "@/lib/contracts/transfer/ai-extract";
import { acceptInvitation, createInvitation, deleteInvitation } from "@/lib/contracts/people/invitations";
import { removeMember, updateMember } from "@/lib/contracts/people/members";
import { createTeam, deleteTeam, updateTeam } from "@/lib/contracts/people/teams";
import { asked, bySession, facts, toldOf, toldTo, wholeActivity } from "../../support/callers/activity";
import { aUser, aUserWithKey, withKey } from "../../support/callers/actors";
import { aMember, aTeam, tokenOf, within } from "../../support/callers/teams";
import { readSharedStore } from "../../support/vaults/shared-store";

const countOf = (requestId: string | null) =>
  readSharedStore('SELECT "id" FROM "Activity" WHERE "requestId" = ?', [requestId]).length;

describe("a team", () => {
  test("is told of its name, its invitations and its members, in its own vault and no other", async () => {
    const [ada, grace] = [await aUser(), await aUser()];
    const made = await asked(ada.session, createTeam, { body: { name: "Payments" } });
    const { id } = made.output;
    const at = within(ada.session, id);
    const byAda = bySession(ada, ada.email);
    const team = (name: string) => ({ kind: "team", id, name });
    const renamed = await asked(ada.session, updateTeam, { params: { id }, body: { name: "Billing" } });

    const open = await asked(ada.session, createInvitation, { params: { id }, body: { role: "reader" } });
    const named = await asked(ada.session, createInvitation, {
      params: { id },
      body: { role: "editor", email: grace.email },
    });
    const withdrawn = await asked(ada.session, deleteInvitation, {
      params: { id, invitationId: open.output.id },
    });
    const joined = await asked(grace.session, acceptInvitation, { body: { token: tokenOf(named.output) } });
    const member = { kind: "member", id: grace.id, name: grace.email };
    const params = { id, userId: grace.id };
    const changed = await asked(ada.session, updateMember, {
      params,
      body: { role: "reader", projects: ["web", "billing"], environments: ["production"] },
    });
    const removed = await asked(ada.session, removeMember, { params });

    const opened = { kind: "invitation", id: open.output.id, name: "reader" };
    const invited = { kind: "invitation", id: named.output.id, name: `editor · ${grace.email}` };
    expect((await toldTo(at)).map(facts)).toEqual([
      { ...byAda, action: "member.remove", object: member, requestId: removed.requestId },
      {
        ...byAda,
        action: "member.update",
        object: member,
        requestId: changed.requestId,
        change: "editor → reader of “web”, “billing” in production",
      },
      { ...bySession(grace, grace.email), action: "member.join", object: member, requestId: joined.requestId },
      { ...byAda, action: "invitation.delete", object: opened, requestId: withdrawn.requestId },
      { ...byAda, action: "invitation.create", object: invited, requestId: named.requestId },
      { ...byAda, action: "invitation.create", object: opened, requestId: open.requestId },
      { ...byAda, action: "team.update", object: team("Billing"), requestId: renamed.requestId },
      { ...byAda, action: "team.create", object: team("Payments"), requestId: made.requestId },
    ]);
    expect([await toldTo(ada.session), await toldTo(grace.session)]).toEqual([[], []]);
    const text = await wholeActivity(at);
    expect([open, named].filter(({ output }) => text.includes(tokenOf(output)))).toEqual([]);
  });

  test("takes its activity with it, so its end is told in the vault of who ended it", async () => {
    const team = await aTeam();
    const member = await aMember(team);
    const { requestId } = await asked(team.owner.session, deleteTeam, {
      params: { id: team.id },
      body: { name: team.name },
    });
    const object = { kind: "team", id: team.id, name: team.name };
    expect((await toldTo(team.owner.session)).map(facts)).toEqual([
      { ...bySession(team.owner, team.owner.email), action: "team.delete", object, requestId },
    ]);
    expect(await toldTo(member.session)).toEqual([]);
  });

  test("is told of each access key that goes with a member", async () => {
    const team = await aTeam();
    const member = await aMember(team);
    const keys = [];
    for (const name of ["CI", "deploy"])
      keys.push(await member.at.call(createAccessKey, { body: { name, scopes: ["entries:read"] } }));
    const { requestId } = await asked(team.owner.session, removeMember, {
      params: { id: team.id, userId: member.id },
    });
    const by = { ...bySession(team.owner, team.owner.email), requestId };
    const told = (await toldOf(team.owner.at, requestId)).map(facts);
    expect(told).toHaveLength(3);
    expect(told).toEqual(
      expect.arrayContaining([
        { ...by, action: "member.remove", object: { kind: "member", id: member.id, name: member.email } },
        ...keys.map(({ id, name }) => ({
          ...by,
          action: "access-key.revoke",
          object: { kind: "access-key", id, name },
        })),
      ]),
    );
  });

  test("is told nothing of what was refused", async () => {
    const team = await aTeam();
    const member = await aMember(team, { role: "reader" });
    const before = await toldTo(team.owner.at);
    const { session } = member;
    const params = { id: team.id };
    await expect(session.call(updateTeam, { params, body: { name: "Mine" } })).rejects.toMatchObject({ status: 403 });
    await expect(session.call(createInvitation, { params, body: { role: "owner" } })).rejects.toMatchObject({
      status: 403,
    });
    await expect(
      team.owner.session.call(removeMember, { params: { ...params, userId: team.owner.id } }),
    ).rejects.toMatchObject({ status: 409 });
    expect(await toldTo(team.owner.at)).toEqual(before);
  });
});

describe("an access key", () => {
  test("is told when it is made, rotated and revoked, without the key", async () => {
    const user = await aUser();
    const made = await asked(user.session, createAccessKey, { body: { name: "CI", scopes: ["activity:read"] } });
    const { id, key } = made.output;
    const params = { id };
    const rotated = await asked(user.session, rotateAccessKey, { params, body: { overlapHours: 1 } });
    expect((await toldTo(withKey(rotated.output.key))).length).toBe(2);
    const revoked = await asked(user.session, revokeAccessKey, { params });
    const [by, object] = [bySession(user, user.email), { kind: "access-key", id, name: "CI" }];
    expect((await toldTo(user.session)).map(facts)).toEqual([
      { ...by, action: "access-key.revoke", object, requestId: revoked.requestId },
      { ...by, action: "access-key.rotate", object, requestId: rotated.requestId },
      { ...by, action: "access-key.create", object, requestId: made.requestId },
    ]);
    const text = await wholeActivity(user.session);
    expect([key, rotated.output.key].filter((one) => text.includes(one.slice(10)))).toEqual([]);
  });

  test("that is a canary tells its owner who tried it; an unknown one tells nobody", async () => {
    const team = await aTeam();
    const member = await aMember(team);
    const canary = await member.at.call(createAccessKey, {
      body: { name: "bait", scopes: ["entries:read"], canary: true },
    });
    const trying = async (key: string) => {
      const headers = { "User-Agent": "Thief/1" };
      const response = await withKey(key).fetch("/api/entries", { headers });
      expect(response.status).toBe(401);
      return response.headers.get("X-Request-Id");
    };
    const unknown = await trying(canary.key.replace(/.{4}$/, "AAAA"));
    const requestId = await trying(canary.key);
    const { id: keyId, keyPrefix, name } = canary;
    expect((await toldOf(team.owner.at, requestId)).map(facts)).toEqual([
      {
        action: "access-key.canary",
        actor: { kind: "key", userId: member.id, name, keyId, keyPrefix },
        address: "127.0.0.1",
        userAgent: "Thief/1",
        object: { kind: "access-key", id: keyId, name },
        count: null,
        outcome: "refused",
        requestId,
      },
    ]);
    expect(countOf(unknown)).toBe(0);
  });
});

test("a question to the local matcher is told, with no name that left and without the sentence", async () => {
  const user = await aUserWithKey({ scopes: ["ai:extract", "activity:read"] });
  const prompt = "Everything for the zeppelin";
  const { requestId } = await asked(user.key, extractNames, { body: { prompt } });
  const { id: keyId, keyPrefix, name } = user.accessKey;
  expect((await toldOf(user.key, requestId)).map(facts)).toEqual([
    {
      ...bySession(user, name),
      actor: { kind: "key", userId: user.id, name, keyId, keyPrefix },
      action: "vault.ask",
      object: { kind: "vault", id: null, name: null },
      count: 0,
      requestId,
    },
  ]);
  expect(await wholeActivity(user.key)).not.toContain("zeppelin");
});
