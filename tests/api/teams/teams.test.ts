import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createAccessKey, listAccessKeys, revokeAccessKey } from "@/lib/contracts/access/access-keys";
import { deleteAccount, getAccount } from "@/lib/contracts/people/account";
import { createCategory, listCategories } from "@/lib/contracts/vault/categories";
import { createEntry, getEntry, listEntries, revealEntry, updateEntry } from "@/lib/contracts/vault/entries";
import {
  acceptInvitation,
  createInvitation,
  deleteInvitation,
  listInvitations,
} from "@/lib/contracts/people/invitations";
import { listMembers, removeMember, type UpdateMember, updateMember } from "@/lib/contracts/people/members";
import { scopes as allScopes } from "@/lib/contracts/access/scopes";
import { createTeam, deleteTeam, listTeams, updateTeam } from "@/lib/contracts/people/teams";
import { whoAmI } from "@/lib/contracts/access/whoami";
import { type Actor, aUser, withKey } from "../../support/callers/actors";
import { send } from "../../support/http/raw";
import { aMember, aTeam, invite, within } from "../../support/callers/teams";

const invalid = (path: string) =>
  expect.objectContaining({ status: 400, details: [expect.objectContaining({ path })] });
const refused = (status: number, code: string) => expect.objectContaining({ status, code });

/** An entry of a team's or a person's vault. */
async function anEntryOf(at: Actor, name = "billing") {
  const body = { name: `Stripe ${randomUUID()}`, keyType: "simple", envVarName: "STRIPE_KEY" } as const;
  const { id: categoryId } = await at.call(createCategory, { body });
  return at.call(createEntry, { body: { categoryId, name, environment: "production", value: "not-a-real-value" } });
}

describe("a team", () => {
  test("owns what is made in it, beside its members' own vaults", async () => {
    const team = await aTeam();
    const grace = await aMember(team);
    const shared = await anEntryOf(team.owner.at);
    const own = await anEntryOf(team.owner.session, "mine");
    expect((await grace.at.call(listCategories)).map(({ userId }) => userId)).toEqual([team.id]);
    expect((await grace.at.call(listEntries)).map(({ id }) => id)).toEqual([shared.id]);
    expect((await team.owner.session.call(listEntries)).map(({ id }) => id)).toEqual([own.id]);
    expect(await grace.at.call(revealEntry, { params: { id: shared.id } })).toMatchObject({
      value: "not-a-real-value",
    });
    await expect(grace.session.call(getEntry, { params: { id: shared.id } })).rejects.toEqual(
      refused(404, "ENTRY_NOT_FOUND"),
    );
    await expect(grace.at.call(getEntry, { params: { id: own.id } })).rejects.toEqual(refused(404, "ENTRY_NOT_FOUND"));
  });

  test("shows one member's change to the other, whose list was kept for reuse", async () => {
    const team = await aTeam();
    const grace = await aMember(team);
    const { id } = await anEntryOf(team.owner.at);
    expect((await grace.at.call(listEntries))[0]?.name).toBe("billing");
    await team.owner.at.call(updateEntry, { params: { id }, body: { name: "shop" } });
    expect((await grace.at.call(listEntries))[0]?.name).toBe("shop");
  });

  test("does not exist for anybody else, nor under an id that is none", async () => {
    const { id } = await aTeam();
    const stranger = await aUser();
    const answers = await Promise.all(
      [id, randomUUID(), "payments", ""].map((teamId) => send(within(stranger.session, teamId), "GET", "/api/entries")),
    );
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, json: { code: "TEAM_NOT_FOUND" } });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    for (const path of [`/api/teams/${id}/members`, `/api/teams/${randomUUID()}/members`, "/api/teams/x/members"])
      expect((await send(stranger.session, "GET", path)).text).toBe(answers[0]?.text);
  });

  test("is listed, renamed and deleted by its owner, with its name repeated", async () => {
    const team = await aTeam();
    const { id, owner } = team;
    const other = await owner.session.call(createTeam, { body: { name: "Apps" } });
    const grace = await aMember(team, { role: "reader", projects: ["billing"] });
    expect((await owner.session.call(listTeams)).map(({ name }) => name)).toEqual(["Apps", "Payments"]);
    expect(await grace.session.call(listTeams)).toMatchObject([
      { id, name: "Payments", role: "reader", projects: ["billing"], environments: null },
    ]);
    const params = { id };
    expect(await owner.session.call(updateTeam, { params, body: { name: "Billing" } })).toMatchObject({
      id,
      name: "Billing",
      role: "owner",
    });
    const entry = await anEntryOf(owner.at);
    const { key } = await owner.at.call(createAccessKey, { body: { name: "CI", scopes: ["entries:read"] } });
    await expect(owner.session.call(deleteTeam, { params, body: { name: "Payments" } })).rejects.toEqual(
      invalid("name"),
    );
    await owner.session.call(deleteTeam, { params, body: { name: "Billing" } });
    expect((await owner.session.call(listTeams)).map((one) => one.id)).toEqual([other.id]);
    await expect(grace.at.call(getEntry, { params: { id: entry.id } })).rejects.toEqual(refused(404, "TEAM_NOT_FOUND"));
    await expect(withKey(key).call(listEntries)).rejects.toEqual(refused(401, "AUTH_INVALID_KEY"));
  });

  test("is changed by owners alone", async () => {
    const team = await aTeam();
    const params = { id: team.id };
    for (const role of ["editor", "reader", "auditor"] as const) {
      const { session, id: userId } = await aMember(team, { role });
      const member = { params: { ...params, userId: team.owner.id } };
      const attempts = await Promise.allSettled([
        session.call(updateTeam, { params, body: { name: "Mine" } }),
        session.call(deleteTeam, { params, body: { name: team.name } }),
        session.call(updateMember, { params: { ...params, userId }, body: { role: "owner" } }),
        session.call(removeMember, member),
        session.call(listInvitations, { params }),
        session.call(createInvitation, { params, body: { role: "owner" } }),
        session.call(deleteInvitation, { params: { ...params, invitationId: randomUUID() } }),
      ]);
      for (const attempt of attempts)
        expect(attempt).toMatchObject({ status: "rejected", reason: { status: 403, code: "TEAM_OWNER_REQUIRED" } });
      expect(await session.call(listMembers, { params })).toContainEqual(
        expect.objectContaining({ userId, role, email: expect.stringContaining("@") }),
      );
    }
  });
});

describe("a role", () => {
  const team = { current: undefined as unknown as Awaited<ReturnType<typeof aTeam>> };
  const ofRole = async (role: "editor" | "reader" | "auditor") => {
    team.current ??= await aTeam();
    return aMember(team.current, { role });
  };

  test("of editor does everything but manage the team", async () => {
    const { at } = await ofRole("editor");
    const { id } = await anEntryOf(at);
    expect(await at.call(updateEntry, { params: { id }, body: { name: "shop" } })).toMatchObject({ name: "shop" });
  });

  test("of reader reveals, and changes nothing", async () => {
    const { at } = await ofRole("reader");
    const { id } = await anEntryOf(team.current.owner.at);
    expect(await at.call(revealEntry, { params: { id } })).toMatchObject({ value: "not-a-real-value" });
    await expect(at.call(updateEntry, { params: { id }, body: { name: "shop" } })).rejects.toMatchObject({
      status: 403,
      code: "AUTH_SCOPE_REQUIRED",
      message:
        "Your role in this team, reader, has no right to create, change and delete entries: ask an owner of the team",
    });
  });

  test("of auditor sees names and no value", async () => {
    const { at } = await ofRole("auditor");
    const { id } = await anEntryOf(team.current.owner.at);
    expect(await at.call(getEntry, { params: { id } })).toMatchObject({ name: "billing" });
    await expect(at.call(revealEntry, { params: { id } })).rejects.toEqual(refused(403, "AUTH_SCOPE_REQUIRED"));
  });

  test("with limits ends at them, and an owner has none", async () => {
    const limited = await aTeam();
    const { at } = await aMember(limited, { role: "editor", projects: ["billing"], environments: ["production"] });
    const inside = await anEntryOf(limited.owner.at);
    const outside = await anEntryOf(limited.owner.at, "shop");
    expect((await at.call(listEntries)).map(({ id }) => id)).toEqual([inside.id]);
    expect(await at.call(listCategories)).toHaveLength(1);
    await expect(at.call(getEntry, { params: { id: outside.id } })).rejects.toEqual(refused(404, "ENTRY_NOT_FOUND"));
    await expect(at.call(updateEntry, { params: { id: inside.id }, body: { environment: "staging" } })).rejects.toEqual(
      refused(403, "OUT_OF_BOUNDS"),
    );
    const body = { role: "owner" as const, projects: ["billing"] };
    const attempt = limited.owner.session.call(createInvitation, { params: { id: limited.id }, body });
    await expect(attempt).rejects.toEqual(invalid("role"));
  });

  test("keeps its limits when only the role is changed, unless it becomes an owner's; null lifts them", async () => {
    const team = await aTeam();
    const { id: userId } = await aMember(team, { role: "reader", projects: ["billing"], environments: ["production"] });
    const become = (body: UpdateMember) =>
      team.owner.session.call(updateMember, { params: { id: team.id, userId }, body });
    const limits = { projects: ["billing"], environments: ["production"] };
    expect(await become({ role: "editor" })).toMatchObject({ role: "editor", ...limits });
    expect(await become({ role: "editor", projects: null })).toMatchObject({ ...limits, projects: null });
    expect(await become({ role: "reader", projects: ["shop"] })).toMatchObject({ ...limits, projects: ["shop"] });
    expect(await become({ role: "owner" })).toMatchObject({ role: "owner", projects: null, environments: null });
    expect(await become({ role: "reader" })).toMatchObject({ role: "reader", projects: null, environments: null });
  });

  test("that is changed counts from the next request on", async () => {
    const changed = await aTeam();
    const grace = await aMember(changed);
    const { id } = await anEntryOf(grace.at);
    const params = { id: changed.id, userId: grace.id };
    expect(
      await changed.owner.session.call(updateMember, {
        params,
        body: { role: "auditor", environments: ["production"] },
      }),
    ).toMatchObject({ userId: grace.id, role: "auditor", projects: null, environments: ["production"] });
    await expect(grace.at.call(revealEntry, { params: { id } })).rejects.toEqual(refused(403, "AUTH_SCOPE_REQUIRED"));
    expect(await grace.at.call(whoAmI)).toMatchObject({
      kind: "session",
      userId: grace.id,
      team: { id: changed.id, name: "Payments", role: "auditor" },
      environments: ["production"],
      scopes: ["categories:read", "entries:read", "2fa:read", "envs:read", "stats:read", "activity:read"],
    });
  });
});

describe("an invitation", () => {
  test("works once, and shows its link once", async () => {
    const team = await aTeam();
    const params = { id: team.id };
    const body = { role: "reader" as const, projects: ["billing"], expiresInHours: 1 };
    const made = await team.owner.session.call(createInvitation, { params, body });
    expect(made).toMatchObject({ role: "reader", projects: ["billing"], environments: null, email: null });
    expect(made.url).toMatch(/^http:\/\/[^/]+\/invitation#[\w-]{43}$/);
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBeLessThanOrEqual(3_600_000);
    // Without an address there is nobody to send it to.
    const { url, mailed, ...shown } = made;
    expect(mailed).toBe(false);
    expect(await team.owner.session.call(listInvitations, { params })).toEqual([shown]);
    const [grace, eve] = [await aUser(), await aUser()];
    const accept = { body: { token: new URL(url).hash.slice(1) } };
    expect(await grace.session.call(acceptInvitation, accept)).toMatchObject({ id: team.id, role: "reader" });
    await expect(eve.session.call(acceptInvitation, accept)).rejects.toEqual(refused(404, "INVITATION_NOT_FOUND"));
    expect(await team.owner.session.call(listInvitations, { params })).toEqual([]);
  });

  test("for an address is for its account, and lies still after another one's attempt", async () => {
    const team = await aTeam();
    const [grace, eve] = [await aUser(), await aUser()];
    const body = { token: await invite(team, { email: grace.email.toUpperCase() }) };
    await expect(eve.session.call(acceptInvitation, { body })).rejects.toEqual(refused(404, "INVITATION_NOT_FOUND"));
    expect(await grace.session.call(acceptInvitation, { body })).toMatchObject({ id: team.id });
  });

  test("is not spent by somebody who is a member", async () => {
    const team = await aTeam();
    const body = { token: await invite(team) };
    await expect(team.owner.session.call(acceptInvitation, { body })).rejects.toEqual(refused(409, "ALREADY_MEMBER"));
    expect(await (await aUser()).session.call(acceptInvitation, { body })).toMatchObject({ id: team.id });
  });

  test("of somebody who was removed, or is no owner any more, lets nobody in", async () => {
    const team = await aTeam();
    const params = { id: team.id };
    const [removed, demoted] = [await aMember(team, { role: "owner" }), await aMember(team, { role: "owner" })];
    const tokens = [
      await invite({ ...team, owner: removed }, { role: "owner" }),
      await invite({ ...team, owner: demoted }, { role: "owner" }),
    ];
    await team.owner.session.call(removeMember, { params: { ...params, userId: removed.id } });
    await team.owner.session.call(updateMember, {
      params: { ...params, userId: demoted.id },
      body: { role: "editor" },
    });
    expect(await team.owner.session.call(listInvitations, { params })).toEqual([]);
    for (const token of tokens)
      await expect(removed.session.call(acceptInvitation, { body: { token } })).rejects.toEqual(
        refused(404, "INVITATION_NOT_FOUND"),
      );
  });

  test("that was withdrawn, or never was, is not found", async () => {
    const team = await aTeam();
    const params = { id: team.id };
    const token = await invite(team);
    const [{ id: invitationId } = { id: "" }] = await team.owner.session.call(listInvitations, { params });
    const withdrawal = { params: { ...params, invitationId } };
    await team.owner.session.call(deleteInvitation, withdrawal);
    await expect(team.owner.session.call(deleteInvitation, withdrawal)).rejects.toEqual(
      refused(404, "INVITATION_NOT_FOUND"),
    );
    const { session } = await aUser();
    for (const given of [token, "not-a-token"])
      await expect(session.call(acceptInvitation, { body: { token: given } })).rejects.toEqual(
        refused(404, "INVITATION_NOT_FOUND"),
      );
  });
});

describe("a member's access key", () => {
  test("acts in the team, says so, and does no more than its maker may now", async () => {
    const team = await aTeam();
    const grace = await aMember(team);
    const made = await grace.at.call(createAccessKey, { body: { name: "CI", scopes: [...allScopes] } });
    expect(made.makerId).toBe(grace.id);
    const key = withKey(made.key);
    const { id } = await anEntryOf(key);
    expect(await key.call(whoAmI)).toMatchObject({
      kind: "key",
      userId: grace.id,
      team: { id: team.id, name: "Payments", role: "editor" },
    });
    const params = { id: team.id, userId: grace.id };
    await team.owner.session.call(updateMember, { params, body: { role: "reader", projects: ["shop"] } });
    await expect(key.call(updateEntry, { params: { id }, body: { name: "x" } })).rejects.toEqual(
      refused(403, "AUTH_SCOPE_REQUIRED"),
    );
    await expect(key.call(revealEntry, { params: { id } })).rejects.toEqual(refused(404, "ENTRY_NOT_FOUND"));
    expect(await key.call(whoAmI)).toMatchObject({ projects: ["shop"], team: { role: "reader" } });
    // Of a project other than those of its creator's role: nothing is left.
    await team.owner.session.call(updateMember, { params, body: { role: "editor", projects: null } });
    const bounded = await grace.at.call(createAccessKey, {
      body: { name: "bounded", scopes: ["entries:read"], projects: ["billing"] },
    });
    await team.owner.session.call(updateMember, { params, body: { role: "reader", projects: ["shop"] } });
    expect(await withKey(bounded.key).call(listEntries)).toEqual([]);
  });

  test("is listed for its maker and the owners, and nobody else revokes it", async () => {
    const team = await aTeam();
    const [grace, eve] = [await aMember(team), await aMember(team, { role: "reader" })];
    const { id } = await grace.at.call(createAccessKey, { body: { name: "CI", scopes: ["entries:read"] } });
    const own = await eve.at.call(createAccessKey, { body: { name: "Own", scopes: ["entries:read"] } });
    expect((await eve.at.call(listAccessKeys)).map((key) => key.id)).toEqual([own.id]);
    await expect(eve.at.call(revokeAccessKey, { params: { id } })).rejects.toEqual(
      refused(404, "ACCESS_KEY_NOT_FOUND"),
    );
    expect((await team.owner.at.call(listAccessKeys)).map((key) => key.makerId)).toEqual([grace.id, eve.id]);
    await team.owner.at.call(revokeAccessKey, { params: { id } });
    expect(await grace.at.call(listAccessKeys)).toEqual([]);
  });

  test("goes with its maker, or stays with who removed them, with no more rights than they had", async () => {
    const team = await aTeam();
    const keyOf = async (role: "editor" | "reader", keys: "revoke" | "keep") => {
      const member = await aMember(team, { role, ...(role === "reader" && { projects: ["billing"] }) });
      const { key } = await member.at.call(createAccessKey, { body: { name: "CI", scopes: [...allScopes] } });
      const params = { id: team.id, userId: member.id };
      await team.owner.session.call(removeMember, { params, query: { keys } });
      await expect(member.at.call(listEntries)).rejects.toEqual(refused(404, "TEAM_NOT_FOUND"));
      return withKey(key);
    };
    await expect((await keyOf("editor", "revoke")).call(listEntries)).rejects.toEqual(refused(401, "AUTH_INVALID_KEY"));
    const kept = await keyOf("reader", "keep");
    const { id } = await anEntryOf(team.owner.at);
    expect(await kept.call(revealEntry, { params: { id } })).toMatchObject({ value: "not-a-real-value" });
    expect(await kept.call(whoAmI)).toMatchObject({ userId: team.owner.id, projects: ["billing"] });
    await expect(kept.call(updateEntry, { params: { id }, body: { name: "x" } })).rejects.toEqual(
      refused(403, "AUTH_SCOPE_REQUIRED"),
    );
  });

  test("goes with its maker's account", async () => {
    const team = await aTeam();
    const grace = await aMember(team);
    const { key } = await grace.at.call(createAccessKey, { body: { name: "CI", scopes: ["entries:read"] } });
    await grace.session.call(deleteAccount, { body: { email: grace.email } });
    await expect(withKey(key).call(listEntries)).rejects.toEqual(refused(401, "AUTH_INVALID_KEY"));
    expect(await team.owner.session.call(listMembers, { params: { id: team.id } })).toHaveLength(1);
  });
});

describe("leaving", () => {
  test("is for oneself; the last owner can't go", async () => {
    const team = await aTeam();
    const grace = await aMember(team);
    const self = { params: { id: team.id, userId: grace.id } };
    await expect(grace.session.call(removeMember, { ...self, query: { keys: "keep" } })).rejects.toEqual(
      invalid("keys"),
    );
    await grace.session.call(removeMember, self);
    await expect(grace.session.call(removeMember, self)).rejects.toEqual(refused(404, "TEAM_NOT_FOUND"));
    await expect(team.owner.session.call(removeMember, self)).rejects.toEqual(refused(404, "MEMBER_NOT_FOUND"));
    const owner = { params: { id: team.id, userId: team.owner.id } };
    await expect(team.owner.session.call(removeMember, owner)).rejects.toEqual(refused(409, "LAST_OWNER"));
    await expect(team.owner.session.call(updateMember, { ...owner, body: { role: "editor" } })).rejects.toEqual(
      refused(409, "LAST_OWNER"),
    );
    const heir = await aMember(team, { role: "owner" });
    await team.owner.session.call(removeMember, owner);
    expect(await heir.session.call(listMembers, { params: { id: team.id } })).toHaveLength(1);
  });

  test("with the account ends teams without another owner, after a question that names them", async () => {
    const team = await aTeam();
    const { owner } = team;
    await aMember(team);
    const shared = await owner.session.call(createTeam, { body: { name: "Apps" } });
    const heir = await aMember({ ...team, id: shared.id }, { role: "owner" });
    const body = { email: owner.email };
    await expect(owner.session.call(deleteAccount, { body })).rejects.toMatchObject({
      status: 409,
      code: "TEAMS_WOULD_END",
      details: [{ path: team.id, message: "Payments" }],
    });
    expect(await owner.session.call(getAccount)).toMatchObject({ email: owner.email });
    await owner.session.call(deleteAccount, { body: { ...body, endTeams: true } });
    expect((await heir.session.call(listTeams)).map(({ name }) => name)).toEqual(["Apps"]);
    expect(await within(heir.session, shared.id).call(listEntries)).toEqual([]);
  });
});
