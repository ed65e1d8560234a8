import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { acceptInvitation, listInvitations } from "@/lib/contracts/people/invitations";
import { listMembers, removeMember } from "@/lib/contracts/people/members";
import { listTeams } from "@/lib/contracts/people/teams";
import { hashToken } from "@/lib/crypto/tokens/token";
import { aUser, withKey } from "../../../support/callers/actors";
import { operate } from "../../../support/programs/operator";
import { aMember, aTeam, invite, within } from "../../../support/callers/teams";
import { tampering } from "../../../support/rows/tampering";
import { removeDataDir, type RunningVault, startVault } from "../../../support/vaults/server";
import { changeStore, readStore } from "../../../support/vaults/store";

// These tests need their own vault: they write to its database like somebody without its master key.
let vault: RunningVault;
beforeAll(async () => {
  vault = await startVault();
});
afterAll(async () => {
  await vault.stop();
  removeDataDir(vault.dataDir);
});

const later = "2099-01-01T00:00:00.000+00:00";
const change = (sql: string, ...values: unknown[]) => expect(changeStore(vault, sql, values)).toBeGreaterThan(0);
const { told, verifyReports } = tampering(() => vault);
const asking = async (key: string, path: string) => (await withKey(key, vault.baseUrl).fetch(path)).status;

describe("a membership", () => {
  /** A reader of one project, a key of theirs, and an entry outside their project. */
  async function aReader() {
    const team = await aTeam(vault.baseUrl);
    const member = await aMember(team, { role: "reader", projects: ["billing"] }, vault.baseUrl);
    const body = { name: "CI", scopes: ["stats:read" as const] };
    const { key } = await member.at.call(createAccessKey, { body });
    const row = { teamId: team.id, userId: member.id };
    const [{ id } = { id: "none" }] = readStore<{ id: string }>(
      vault,
      'SELECT "id" FROM "Membership" WHERE "teamId" = ? AND "userId" = ?',
      [row.teamId, row.userId],
    );
    expect([await asking(key, "/api/stats"), (await member.at.fetch("/api/stats")).status]).toEqual([200, 200]);
    return { team, member, key, id };
  }
  const statusesOf = async ({ member, key }: Pick<Awaited<ReturnType<typeof aReader>>, "member" | "key">) => [
    (await member.at.fetch("/api/stats")).status,
    await asking(key, "/api/stats"),
  ];

  test.each([
    ["raised to owner", `"role" = 'owner'`],
    ["freed of its limits", `"bounds" = NULL`],
    ["given other limits", `"bounds" = '{"projects":["shop"]}'`],
    ["without its MAC", `"mac" = NULL`],
    [
      "given an owner's MAC",
      `"mac" = (SELECT "mac" FROM "Membership" WHERE "role" = 'owner' ORDER BY "createdAt" LIMIT 1)`,
    ],
  ])("%s is none, for the person and for their keys; the log reports it", async (_, assignment) => {
    const reader = await aReader();
    const { team, member, id } = reader;
    change(`UPDATE "Membership" SET ${assignment} WHERE "id" = ?`, id);
    expect(await statusesOf(reader)).toEqual([404, 401]);
    expect(await member.session.call(listTeams)).toEqual([]);
    expect((await team.owner.session.call(listMembers, { params: { id: team.id } })).length).toBe(1);
    await told("Membership", id);
  });

  test("that is none is reported by verify", verifyReports);

  test("that counts as missing makes room for a new one", async () => {
    const reader = await aReader();
    change('UPDATE "Membership" SET "role" = ? WHERE "id" = ?', "owner", reader.id);
    const token = await invite(reader.team, { role: "auditor" });
    expect(await reader.member.session.call(acceptInvitation, { body: { token } })).toMatchObject({ role: "auditor" });
    expect(await statusesOf(reader)).toEqual([200, 200]);
    expect(await operate(vault.dataDir, ["verify"])).toMatchObject({ code: 0 });
  });

  test("that was moved to another person or team lets in neither", async () => {
    for (const column of ["userId", "teamId"] as const) {
      const [reader, thief, other] = [await aReader(), await aUser(vault.baseUrl), await aTeam(vault.baseUrl)];
      change(
        `UPDATE "Membership" SET "${column}" = ? WHERE "id" = ?`,
        { userId: thief.id, teamId: other.id }[column],
        reader.id,
      );
      expect(await statusesOf(reader)).toEqual([404, 401]);
      const stranger = column === "userId" ? thief : reader.member;
      const place = column === "userId" ? reader.team.id : other.id;
      expect((await within(stranger.session, place, vault.baseUrl).fetch("/api/stats")).status).toBe(404);
      expect(await stranger.session.call(listTeams)).toEqual([]);
      change('DELETE FROM "Membership" WHERE "id" = ?', reader.id);
    }
  });

  test("that was inserted makes nobody an owner, nor does it let the last one leave", async () => {
    const [team, thief] = [await aTeam(vault.baseUrl), await aUser(vault.baseUrl)];
    const id = randomUUID();
    change(
      'INSERT INTO "Membership" ("id", "teamId", "userId", "role", "createdAt", "mac") SELECT ?, "teamId", ?, "role", "createdAt", "mac" FROM "Membership" WHERE "teamId" = ?',
      id,
      thief.id,
      team.id,
    );
    expect((await within(thief.session, team.id, vault.baseUrl).fetch("/api/stats")).status).toBe(404);
    await expect(
      team.owner.session.call(removeMember, { params: { id: team.id, userId: team.owner.id } }),
    ).rejects.toMatchObject({ code: "LAST_OWNER" });
    change('DELETE FROM "Membership" WHERE "id" = ?', id);
  });
});

describe("an invitation", () => {
  test.each([
    ["raised to owner", `"role" = 'owner'`],
    ["freed of its limits", `"bounds" = NULL`],
    ["freed of its address", `"email" = NULL`],
    ["given to another inviter", `"inviterId" = (SELECT "id" FROM "User" WHERE "id" <> "inviterId" LIMIT 1)`],
    ["made to last", `"expiresAt" = '${later}'`],
    ["without its MAC", `"mac" = NULL`],
  ])("%s is none; the log reports it", async (_, assignment) => {
    const [team, guest] = [await aTeam(vault.baseUrl), await aUser(vault.baseUrl)];
    const token = await invite(team, { role: "reader", projects: ["billing"], email: guest.email });
    const accept = () => guest.session.call(acceptInvitation, { body: { token } });
    const [{ id } = { id: "none" }] = readStore<{ id: string }>(
      vault,
      'SELECT "id" FROM "Invitation" WHERE "teamId" = ?',
      [team.id],
    );
    change(`UPDATE "Invitation" SET ${assignment} WHERE "id" = ?`, id);
    await expect(accept()).rejects.toMatchObject({ status: 404, code: "INVITATION_NOT_FOUND" });
    expect(await guest.session.call(listTeams)).toEqual([]);
    expect(await team.owner.session.call(listInvitations, { params: { id: team.id } })).toEqual([]);
    await told("Invitation", id);
  });

  test("that is none is reported by verify", verifyReports);

  test("that was moved to another team, or given another one's token, lets nobody in", async () => {
    const guest = await aUser(vault.baseUrl);
    for (const column of ["teamId", "tokenHash"] as const) {
      const [team, other] = [await aTeam(vault.baseUrl), await aTeam(vault.baseUrl)];
      const token = await invite(team, { role: "owner" });
      const known = `svcinv-${randomUUID()}`;
      const value = { teamId: other.id, tokenHash: hashToken(known) }[column];
      change(`UPDATE "Invitation" SET "${column}" = ? WHERE "teamId" = ?`, value, team.id);
      await expect(
        guest.session.call(acceptInvitation, { body: { token: column === "teamId" ? token : known } }),
      ).rejects.toMatchObject({ code: "INVITATION_NOT_FOUND" });
      change('DELETE FROM "Invitation" WHERE "teamId" IN (?, ?)', team.id, other.id);
    }
    expect(await guest.session.call(listTeams)).toEqual([]);
  });
});

describe("a team's access key", () => {
  test.each(["another member's", "nobody's", "the owner's"])("that was made %s is unknown", async (whose) => {
    const team = await aTeam(vault.baseUrl);
    const [maker, other] = [
      await aMember(team, { role: "auditor" }, vault.baseUrl),
      await aMember(team, { role: "editor" }, vault.baseUrl),
    ];
    const { id, key } = await maker.at.call(createAccessKey, {
      body: { name: "CI", scopes: ["export:read", "stats:read"] },
    });
    expect([await asking(key, "/api/stats"), await asking(key, "/api/export")]).toEqual([200, 403]);
    const makerId = { "another member's": other.id, "nobody's": null, "the owner's": team.owner.id }[whose];
    change('UPDATE "AccessKey" SET "makerId" = ? WHERE "id" = ?', makerId, id);
    expect([await asking(key, "/api/stats"), await asking(key, "/api/export")]).toEqual([401, 401]);
    await told("AccessKey", id);
  });

  test("that is unknown is reported by verify", verifyReports);

  test("that was moved to another team, or to its maker's own vault, is unknown", async () => {
    const [team, other] = [await aTeam(vault.baseUrl), await aTeam(vault.baseUrl)];
    for (const owner of [other.id, team.owner.id]) {
      const { id, key } = await team.owner.at.call(createAccessKey, { body: { name: "CI", scopes: ["stats:read"] } });
      change('UPDATE "AccessKey" SET "userId" = ? WHERE "id" = ?', owner, id);
      expect(await asking(key, "/api/stats")).toBe(401);
      change('DELETE FROM "AccessKey" WHERE "id" = ?', id);
    }
  });
});
