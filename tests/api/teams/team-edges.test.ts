import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createAccessKey, listAccessKeys, rotateAccessKey } from "@/lib/contracts/access/access-keys";
import { deleteAccount } from "@/lib/contracts/people/account";
import { createCategory, listCategories } from "@/lib/contracts/vault/categories";
import { createEntry, getEntry, listEntries, revealEntry, updateEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject, listEnvProjects, saveEnvFile } from "@/lib/contracts/vault/envs";
import { acceptInvitation } from "@/lib/contracts/people/invitations";
import { removeMember, updateMember } from "@/lib/contracts/people/members";
import { scopes as allScopes } from "@/lib/contracts/access/scopes";
import { createTeam, deleteTeam, listTeams } from "@/lib/contracts/people/teams";
import { createTwoFactorToken, revealTwoFactorCode } from "@/lib/contracts/vault/two-factor";
import { whoAmI } from "@/lib/contracts/access/whoami";
import { type Actor, actor, aUser, sharedBaseUrl, withKey } from "../../support/callers/actors";
import { exchange, requestBytes } from "../../support/http/raw-http";
import { send } from "../../support/http/raw";
import { beginUpload } from "../../support/http/slow-upload";
import { aMember, aTeam, invite, type TestMember, type TestTeam, within } from "../../support/callers/teams";
import { changeSharedSigned } from "../../support/vaults/shared-store";

const refusal = (status: number, code: string) => ({ status, json: { code } });
const transfer = (from: Actor, body: object) => send(from, "POST", "/api/transfer", body);

async function anEntry(at: Actor, name = "billing") {
  const [standing] = await at.call(listCategories);
  const body = { name: "Stripe", keyType: "simple", envVarName: "STRIPE_KEY" } as const;
  const { id: categoryId } = standing ?? (await at.call(createCategory, { body }));
  return at.call(createEntry, { body: { categoryId, name, environment: "production", value: "not-a-real-value" } });
}
const makeMember = (
  { id, owner }: TestTeam,
  userId: string,
  body: { role: "reader" | "editor"; projects?: string[] | null },
) => owner.session.call(updateMember, { params: { id, userId }, body });
const remove = ({ id, owner }: TestTeam, { id: userId }: TestMember, keys: "keep" | "revoke" = "revoke") =>
  owner.session.call(removeMember, { params: { id, userId }, query: { keys } });

describe("X-Team-Id", () => {
  test("counts in any case and with blanks around it; two of them, or anything else, are no team", async () => {
    const { id, owner } = await aTeam();
    const { id: entryId } = await anEntry(owner.at);
    const ask = async (lines: string) => {
      const host = new URL(sharedBaseUrl()).host;
      const bytes = requestBytes("GET", "/api/entries", { ...owner.session.headers, Host: host });
      const { status, body } = await exchange(sharedBaseUrl(), bytes.replace(/\r\n\r\n$/, `\r\n${lines}\r\n\r\n`));
      return status === 200 ? body.includes(entryId) : `${status} ${(JSON.parse(body) as { code: string }).code}`;
    };
    for (const line of [`X-Team-Id: ${id}`, `x-team-id:${id}`, `X-TEAM-ID: \t ${id}  `])
      expect(await ask(line)).toBe(true);
    for (const lines of [
      `X-Team-Id: ${id}\r\nX-Team-Id: ${id}`,
      `X-Team-Id: ${id}\r\nX-Team-Id:`,
      `X-Team-Id: ${id}, ${id}`,
      `X-Team-Id: ${id.toUpperCase()}x`,
      `X-Team-Id: ${id} ${id}`,
      `X-Team-Id: "${id}"`,
      `X-Team-Id: ${owner.id}`,
      "X-Team-Id: null",
      "X-Team-Id: %00",
      "X-Team-Id: '",
      "X-Team-Id:",
    ])
      expect({ lines, answer: await ask(lines) }).toEqual({ lines, answer: "404 TEAM_NOT_FOUND" });
  });

  test("means nothing next to an access key, which acts where it was made", async () => {
    const team = await aTeam();
    const own = await anEntry(team.owner.session, "own");
    const { key } = await team.owner.session.call(createAccessKey, { body: { name: "CI", scopes: ["entries:read"] } });
    for (const teamId of [team.id, randomUUID()]) {
      const caller = actor({ Authorization: `Bearer ${key}`, "X-Team-Id": teamId });
      expect((await caller.call(listEntries)).map(({ id }) => id)).toEqual([own.id]);
      expect(await caller.call(whoAmI)).toMatchObject({ team: null });
    }
  });

  test("does not spare anybody a recent authentication", async () => {
    const team = await aTeam();
    const member = await aMember(team, { role: "owner" });
    const { id } = await anEntry(member.at);
    changeSharedSigned('UPDATE "Session" SET "provenAt" = ? WHERE "userId" = ?', [
      new Date(Date.now() - 11 * 60_000).toISOString().replace("Z", "+00:00"),
      member.id,
    ]);
    const asks = [
      send(member.at, "GET", "/api/export"),
      send(member.session, "POST", `/api/teams/${team.id}/invitations`, { role: "owner" }),
      send(member.session, "PUT", `/api/teams/${team.id}/members/${team.owner.id}`, { role: "reader" }),
      send(member.session, "DELETE", `/api/teams/${team.id}`, { name: team.name }),
    ];
    for (const answer of await Promise.all(asks))
      expect(answer).toMatchObject(refusal(403, "REAUTHENTICATION_REQUIRED"));
    expect(await member.at.call(getEntry, { params: { id } })).toMatchObject({ name: "billing" });
  });
});

test("members of one team with different limits each get their own list, and no 304 for another's", async () => {
  const team = await aTeam();
  await anEntry(team.owner.at, "billing");
  await anEntry(team.owner.at, "shop");
  const [billing, shop] = [
    await aMember(team, { role: "reader", projects: ["billing"] }),
    await aMember(team, { role: "editor", projects: ["shop"] }),
  ];
  await anEntry(team.owner.session, "own");
  const tags = new Map<Actor, string>();
  for (const caller of [team.owner.at, billing.at, shop.at, team.owner.session, billing.session, team.owner.at]) {
    for (const [other, tag] of tags) {
      const { status } = await caller.fetch("/api/entries", { headers: { "If-None-Match": tag } });
      expect(status).toBe(other === caller ? 304 : 200);
    }
    tags.set(caller, (await caller.fetch("/api/entries")).headers.get("ETag") ?? "");
  }
  const names = async ({ at }: { at: Actor }) => (await at.call(listEntries)).map(({ name }) => name);
  expect([await names(billing), await names(shop)]).toEqual([["billing"], ["shop"]]);
  await makeMember(team, billing.id, { role: "reader", projects: ["shop"] });
  expect([await names(billing), await names(shop)]).toEqual([["shop"], ["shop"]]);
});

test.each<[string, (team: TestTeam, member: TestMember) => Promise<unknown>, object]>([
  ["was removed", remove, refusal(404, "TEAM_NOT_FOUND")],
  ["became a reader", (team, { id }) => makeMember(team, id, { role: "reader" }), refusal(403, "AUTH_SCOPE_REQUIRED")],
  [
    "got other limits",
    (team, { id }) => makeMember(team, id, { role: "editor", projects: ["shop"] }),
    refusal(403, "OUT_OF_BOUNDS"),
  ],
  [
    "lost the team",
    ({ id, name, owner }) => owner.session.call(deleteTeam, { params: { id }, body: { name } }),
    refusal(404, "TEAM_NOT_FOUND"),
  ],
])("whoever %s while their upload was arriving writes nothing", async (_, change, refused) => {
  const team = await aTeam();
  const member = await aMember(team);
  const { categoryId } = await anEntry(team.owner.at);
  const upload = await beginUpload(member.at, "POST", "/api/entries", { categoryId, name: "billing", value: "late" });
  await change(team, member);
  expect(await upload.finish()).toMatchObject(refused);
  if ((await team.owner.session.call(listTeams)).length > 0)
    expect(await team.owner.at.call(listEntries)).toHaveLength(1);
});

describe("a key in a team", () => {
  test("that an owner rotates keeps its maker, and so does its former key", async () => {
    const team = await aTeam();
    const member = await aMember(team, { role: "reader", projects: ["billing"] });
    const shop = await anEntry(team.owner.at, "shop");
    const made = await member.at.call(createAccessKey, { body: { name: "CI", scopes: [...allScopes] } });
    const rotated = await team.owner.at.call(rotateAccessKey, { params: { id: made.id }, body: { overlapHours: 1 } });
    expect(rotated.makerId).toBe(member.id);
    for (const key of [made.key, rotated.key]) {
      expect(await send(withKey(key), "GET", `/api/entries/${shop.id}`)).toMatchObject(refusal(404, "ENTRY_NOT_FOUND"));
      expect(await send(withKey(key), "PUT", `/api/entries/${shop.id}`, { notes: "x" })).toMatchObject(
        refusal(403, "AUTH_SCOPE_REQUIRED"),
      );
    }
    await remove(team, member);
    for (const key of [made.key, rotated.key])
      expect(await send(withKey(key), "GET", "/api/entries")).toMatchObject(refusal(401, "AUTH_INVALID_KEY"));
  });

  test("that is kept keeps its budget, its former key and its limits, and obeys its new maker's role too", async () => {
    const team = await aTeam();
    const [member, heir] = [await aMember(team), await aMember(team, { role: "owner" })];
    const { id } = await anEntry(team.owner.at);
    const made = await member.at.call(createAccessKey, {
      body: { name: "CI", scopes: ["entries:read", "entries:reveal"], revealsPerDay: 2, environments: ["production"] },
    });
    const rotated = await member.at.call(rotateAccessKey, { params: { id: made.id }, body: { overlapHours: 1 } });
    await makeMember(team, member.id, { role: "editor", projects: ["billing"] });
    await withKey(made.key).call(revealEntry, { params: { id } });
    await heir.session.call(removeMember, { params: { id: team.id, userId: member.id }, query: { keys: "keep" } });
    const kept = withKey(rotated.key);
    expect(await kept.call(whoAmI)).toMatchObject({
      userId: heir.id,
      projects: ["billing"],
      environments: ["production"],
      revealsLeft: 1,
    });
    await withKey(made.key).call(revealEntry, { params: { id } });
    expect(await send(kept, "POST", `/api/entries/${id}/reveal`)).toMatchObject(refusal(429, "REVEALS_SPENT"));
    await team.owner.session.call(updateMember, {
      params: { id: team.id, userId: heir.id },
      body: { role: "auditor", projects: ["shop"] },
    });
    expect(await send(kept, "POST", `/api/entries/${id}/reveal`)).toMatchObject(refusal(403, "AUTH_SCOPE_REQUIRED"));
    expect(await kept.call(listEntries)).toEqual([]);
  });

  test("can't be kept by somebody who may not remove its maker", async () => {
    const team = await aTeam();
    const [member, other] = [await aMember(team), await aMember(team)];
    const path = `/api/teams/${team.id}/members/${member.id}?keys=keep`;
    expect(await send(other.session, "DELETE", path)).toMatchObject(refusal(403, "TEAM_OWNER_REQUIRED"));
    expect(await send(member.session, "DELETE", path)).toMatchObject(refusal(400, "VALIDATION_ERROR"));
    expect(await send((await aUser()).session, "DELETE", path)).toMatchObject(refusal(404, "TEAM_NOT_FOUND"));
  });

  test("of a member who left does not come back with them", async () => {
    const team = await aTeam();
    const member = await aMember(team);
    const { key } = await member.at.call(createAccessKey, { body: { name: "CI", scopes: ["entries:read"] } });
    await remove(team, member);
    await member.session.call(acceptInvitation, { body: { token: await invite(team) } });
    expect(await send(withKey(key), "GET", "/api/entries")).toMatchObject(refusal(401, "AUTH_INVALID_KEY"));
    expect(await member.at.call(listAccessKeys)).toEqual([]);
  });
});

test("an invitation to a team that is gone is not found, however it is used", async () => {
  const team = await aTeam();
  const token = await invite(team);
  await team.owner.session.call(deleteTeam, { params: { id: team.id }, body: { name: team.name } });
  const { session } = await aUser();
  expect(await send(session, "POST", "/api/invitations/accept", { token })).toMatchObject(
    refusal(404, "INVITATION_NOT_FOUND"),
  );
  const body = { email: `${randomUUID()}@example.com`, password: "not-a-real-password", invitation: token };
  expect(await send(actor({}), "POST", "/api/auth/register", body)).toMatchObject(refusal(404, "INVITATION_NOT_FOUND"));
});

test("a registration with an invitation makes one member, however many use it at once, and no account of the others", async () => {
  const team = await aTeam();
  const token = await invite(team, { role: "reader" });
  const emails = Array.from({ length: 4 }, () => `${randomUUID()}@example.com`);
  const register = (email: string) =>
    send(actor({}), "POST", "/api/auth/register", { email, password: "not-a-real-password", invitation: token });
  const answers = await Promise.all(emails.map(register));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404, 404]);
  const again = emails.filter((_, index) => answers[index]?.status === 404);
  const plain = await send(actor({}), "POST", "/api/auth/register", {
    email: again[0],
    password: "not-a-real-password",
  });
  expect(plain.status).toBe(201);
});

describe("a transfer", () => {
  test("takes each thing once, keeps its id and date, counts as a change, and shows in both kept lists", async () => {
    const { id: teamId, owner } = await aTeam();
    const entry = await anEntry(owner.session);
    await owner.session.call(updateEntry, { params: { id: entry.id }, body: { notes: "told" } });
    const { id: token } = await owner.session.call(createTwoFactorToken, {
      body: { service: "GitHub", accountName: "ada", secret: "JBSWY3DPEHPK3PXP" },
    });
    const project = (await owner.session.call(createEnvProject, { body: { name: "billing" } })).data;
    const params = { id: project.id };
    await owner.session.call(saveEnvFile, { params, body: { fileType: "env", content: "A=1\n" } });
    const lists = async () => [await owner.session.call(listEntries), await owner.at.call(listEntries)];
    expect((await lists()).map(({ length }) => length)).toEqual([1, 0]);
    const body = {
      teamId,
      entryIds: [entry.id, entry.id],
      envProjectIds: [project.id, project.id],
      twoFactorTokenIds: [token, token],
    };
    expect(await transfer(owner.session, body)).toMatchObject({
      status: 200,
      json: { entries: 1, envProjects: 1, twoFactorTokens: 1 },
    });
    expect((await lists()).map(({ length }) => length)).toEqual([0, 1]);
    const { createdAt, id } = entry;
    expect(await owner.at.call(getEntry, { params: { id } })).toMatchObject({
      id,
      createdAt,
      notes: "told",
    });
    const { headers } = await owner.at.fetch(`/api/entries/${id}`);
    expect(headers.get("ETag")).toBe('"3"');
    expect(await owner.at.call(revealEntry, { params: { id } })).toMatchObject({ value: "not-a-real-value" });
    expect((await owner.at.call(revealTwoFactorCode, { params: { id: token } })).code).toMatch(/^\d{6}$/);
    expect((await owner.at.call(listEnvProjects)).data).toMatchObject([{ id: project.id, fileCount: 1 }]);
    expect(await transfer(owner.session, body)).toMatchObject(refusal(404, "ENTRY_NOT_FOUND"));
  });

  test("moves nothing if one id is foreign, missing or out of reach", async () => {
    const [team, stranger] = [await aTeam(), await aUser()];
    const foreign = await anEntry(stranger.session);
    const own = await anEntry(team.owner.session);
    for (const id of [foreign.id, randomUUID()])
      expect(await transfer(team.owner.session, { teamId: team.id, entryIds: [own.id, id] })).toMatchObject(
        refusal(404, "ENTRY_NOT_FOUND"),
      );
    for (const ids of [{ envProjectIds: [randomUUID()] }, { twoFactorTokenIds: [randomUUID()] }])
      expect((await transfer(team.owner.session, { teamId: team.id, entryIds: [own.id], ...ids })).status).toBe(404);
    expect(await team.owner.at.call(listEntries)).toEqual([]);
    expect((await team.owner.session.call(listEntries)).map(({ id }) => id)).toEqual([own.id]);
    expect(await team.owner.at.call(listCategories)).toEqual([]);
  });

  test("needs both roles, and ends at the limits of both", async () => {
    const [from, to] = [await aTeam(), await aTeam()];
    const { id } = await anEntry(from.owner.at);
    const shop = await anEntry(from.owner.at, "shop");
    const member = await aMember(from, { role: "editor", projects: ["billing"] });
    const join = async (grant: Parameters<typeof invite>[1]) =>
      void (await member.session.call(acceptInvitation, { body: { token: await invite(to, grant) } }));
    const move = (entryId: string) => transfer(member.at, { teamId: to.id, entryIds: [entryId] });
    expect(await move(id)).toMatchObject(refusal(404, "TEAM_NOT_FOUND"));
    await join({ role: "reader" });
    expect(await move(id)).toMatchObject(refusal(403, "AUTH_SCOPE_REQUIRED"));
    await makeMember(to, member.id, { role: "editor", projects: ["shop"] });
    expect(await move(id)).toMatchObject(refusal(403, "OUT_OF_BOUNDS"));
    // Inside both limits, but its category would have to be made.
    await makeMember(to, member.id, { role: "editor", projects: ["billing"] });
    expect(await move(id)).toMatchObject(refusal(403, "OUT_OF_BOUNDS"));
    await makeMember(to, member.id, { role: "editor", projects: null });
    expect(await move(shop.id)).toMatchObject(refusal(404, "ENTRY_NOT_FOUND"));
    const twoFactorTokenIds = [randomUUID()];
    expect(await transfer(member.at, { teamId: to.id, twoFactorTokenIds })).toMatchObject(
      refusal(403, "OUT_OF_BOUNDS"),
    );
    expect(await to.owner.at.call(listEntries)).toEqual([]);
    expect((await move(id)).status).toBe(200);
    expect(await transfer(member.at, { teamId: from.id, entryIds: [shop.id] })).toMatchObject(
      refusal(400, "VALIDATION_ERROR"),
    );
    expect((await from.owner.at.call(listEntries)).map((entry) => entry.id)).toEqual([shop.id]);
  });

  test("of a project takes along no file of an environment out of reach", async () => {
    const team = await aTeam();
    const { id } = (await team.owner.at.call(createEnvProject, { body: { name: "billing" } })).data;
    for (const fileType of ["env.production", "env.development"] as const)
      await team.owner.at.call(saveEnvFile, { params: { id }, body: { fileType, content: "A=1\n" } });
    const member = await aMember(team, { role: "editor", environments: ["production"] });
    expect(await transfer(member.at, { teamId: null, envProjectIds: [id] })).toMatchObject(
      refusal(403, "OUT_OF_BOUNDS"),
    );
    // Nor does one arrive that its mover could not see there.
    const other = await aTeam();
    const token = await invite(other, { role: "editor", environments: ["production"] });
    await team.owner.session.call(acceptInvitation, { body: { token } });
    expect(await transfer(team.owner.at, { teamId: other.id, envProjectIds: [id] })).toMatchObject(
      refusal(403, "OUT_OF_BOUNDS"),
    );
    expect((await team.owner.at.call(listEnvProjects)).data).toMatchObject([{ id, fileCount: 2 }]);
  });
});

test("an account that is deleted with endTeams ends its own teams alone, and takes its keys from the others", async () => {
  const [shared, own] = [await aTeam(), await aTeam()];
  const leaver = await aMember(shared, { role: "owner" });
  const alone = await leaver.session.call(createTeam, { body: { name: "Alone" } });
  const guest = await aMember({ ...shared, id: alone.id, owner: { ...leaver, at: within(leaver.session, alone.id) } });
  const kept = await anEntry(leaver.at);
  const { key } = await leaver.at.call(createAccessKey, { body: { name: "CI", scopes: ["entries:read"] } });
  const { key: guests } = await guest.at.call(createAccessKey, { body: { name: "CI", scopes: ["entries:read"] } });
  await leaver.session.call(deleteAccount, { body: { email: leaver.email, endTeams: true } });
  for (const gone of [key, guests])
    expect(await send(withKey(gone), "GET", "/api/entries")).toMatchObject(refusal(401, "AUTH_INVALID_KEY"));
  expect((await shared.owner.at.call(listEntries)).map(({ id }) => id)).toEqual([kept.id]);
  expect(await guest.session.call(listTeams)).toEqual([]);
  expect(await guest.at.fetch("/api/entries")).toMatchObject({ status: 404 });
  expect(await own.owner.session.call(listTeams)).toHaveLength(1);
});
