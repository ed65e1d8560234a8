import { describe, expect, test } from "vitest";
import { createAccessKey, listAccessKeys } from "@/lib/contracts/access/access-keys";
import { createCategory, listCategories } from "@/lib/contracts/vault/categories";
import { createEntry, listEntries, revealEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject, getEnvProject, revealEnvFile } from "@/lib/contracts/vault/envs";
import { listMembers } from "@/lib/contracts/people/members";
import { scopes } from "@/lib/contracts/access/scopes";
import { createTeam, listTeams } from "@/lib/contracts/people/teams";
import { type Actor, aUser, withKey } from "../../support/callers/actors";
import { type Answer, send } from "../../support/http/raw";
import { aMember, aTeam, invite, type TestMember, type TestTeam, within } from "../../support/callers/teams";
import { readSharedStore } from "../../support/vaults/shared-store";

const clients = 64;
const rounds = 4;

const outcomeOf = ({ status, json }: Answer) => (status < 400 ? String(status) : `${status} ${Object(json).code}`);
const sorted = (answers: readonly Answer[]) => answers.map(outcomeOf).sort();

async function anEntry(at: Actor, name = "billing") {
  const [standing] = await at.call(listCategories);
  const body = { name: "Stripe", keyType: "simple", envVarName: "STRIPE_KEY" } as const;
  const { id: categoryId } = standing ?? (await at.call(createCategory, { body }));
  return at.call(createEntry, { body: { categoryId, name, value: "not-a-real-value" } });
}

const putMember = ({ id, owner }: TestTeam, userId: string, body: object) =>
  send(owner.session, "PUT", `/api/teams/${id}/members/${userId}`, body);
const removeFrom = ({ id }: { id: string }, who: Actor, userId: string) =>
  send(who, "DELETE", `/api/teams/${id}/members/${userId}`);

const keyIn = async (at: Actor) => {
  const made = await at.call(createAccessKey, { body: { name: "race", scopes: [...scopes] } });
  return { id: made.id, caller: withKey(made.key) };
};

type Team = { team: TestTeam; member: TestMember; key: { id: string; caller: Actor }; entryId: string };

async function aTeamAtWork(): Promise<Team> {
  const team = await aTeam();
  const member = await aMember(team);
  const { id: entryId } = await anEntry(team.owner.at);
  return { team, member, key: await keyIn(member.at), entryId };
}

/**
 * 64 clients, half with the session and half with the key, reveal and write until they are refused; once the first of
 * them has succeeded, the change is made. Returns how many requests that began after its answer succeeded, and how the clients were refused.
 */
async function late({ member, key, entryId }: Team, change: () => Promise<Answer>) {
  let changedAt = Number.POSITIVE_INFINITY;
  let afterwards = 0;
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const refusals = new Set<string>();
  const askUntilRefused = async (index: number) => {
    const who = index % 2 === 0 ? member.at : key.caller;
    for (;;) {
      const beganAt = performance.now();
      const answer =
        index % 4 < 2
          ? await send(who, "POST", `/api/entries/${entryId}/reveal`)
          : await send(who, "PUT", `/api/entries/${entryId}`, { notes: `${index}` });
      if (answer.status !== 200) return void refusals.add(outcomeOf(answer));
      if (beganAt > changedAt) afterwards += 1;
      begin();
    }
  };
  const asking = Array.from({ length: clients }, (_, index) => askUntilRefused(index));
  await begun;
  const { status } = await change();
  changedAt = performance.now();
  await Promise.all(asking);
  expect(status).toBeLessThan(300);
  return { late: afterwards, refusals: [...refusals].sort() };
}

describe(`with ${clients} clients, no request that begins after the answer succeeds:`, () => {
  test.each<[string, (at: Team) => Promise<Answer>, string[]]>([
    ["a demotion", ({ team, member }) => putMember(team, member.id, { role: "auditor" }), ["403 AUTH_SCOPE_REQUIRED"]],
    [
      "a removal",
      ({ team, member }) => removeFrom(team, team.owner.session, member.id),
      ["401 AUTH_INVALID_KEY", "404 TEAM_NOT_FOUND"],
    ],
    [
      "limits that leave the entry out",
      ({ team, member }) => putMember(team, member.id, { role: "editor", projects: ["shop"] }),
      ["403 OUT_OF_BOUNDS", "404 ENTRY_NOT_FOUND"],
    ],
    [
      "the team's end",
      ({ team }) => send(team.owner.session, "DELETE", `/api/teams/${team.id}`, { name: team.name }),
      ["401 AUTH_INVALID_KEY", "404 ENTRY_NOT_FOUND", "404 TEAM_NOT_FOUND"],
    ],
  ])("%s", async (_, change, allowed) => {
    for (let round = 0; round < rounds; round += 1) {
      const at = await aTeamAtWork();
      const outcome = await late(at, () => change(at));
      expect(outcome.late).toBe(0);
      expect(outcome.refusals.filter((code) => !allowed.includes(code))).toEqual([]);
    }
  });

  test("the revocation of a member's key by an owner", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const at = await aTeamAtWork();
      const both = { ...at, member: { ...at.member, at: at.key.caller } };
      const outcome = await late(both, () => send(at.team.owner.at, "DELETE", `/api/access-keys/${at.key.id}`));
      expect(outcome).toEqual({ late: 0, refusals: ["401 AUTH_INVALID_KEY"] });
      await at.member.at.call(revealEntry, { params: { id: at.entryId } });
    }
  });
});

describe("an invitation", () => {
  test(`accepted by ${clients} accounts at once lets in exactly one`, async () => {
    const accounts = await Promise.all(Array.from({ length: clients }, () => aUser()));
    for (let round = 0; round < rounds; round += 1) {
      const team = await aTeam();
      const token = await invite(team, { role: "reader" });
      const answers = await Promise.all(
        accounts.map(({ session }) => send(session, "POST", "/api/invitations/accept", { token })),
      );
      expect(sorted(answers)).toEqual(["200", ...Array(clients - 1).fill("404 INVITATION_NOT_FOUND")]);
      expect(await team.owner.session.call(listMembers, { params: { id: team.id } })).toHaveLength(2);
    }
  });

  test("accepted many times at once by one account makes it a member once", async () => {
    const team = await aTeam();
    const { session } = await aUser();
    const tokens = await Promise.all(Array.from({ length: 8 }, () => invite(team)));
    const answers = await Promise.all(
      tokens.map((token) => send(session, "POST", "/api/invitations/accept", { token })),
    );
    expect(sorted(answers)).toEqual(["200", ...Array(7).fill("409 ALREADY_MEMBER")]);
  });
});

/** A team with two owners, and how many it has afterwards. */
async function twoOwners() {
  const team = await aTeam();
  const other = await aMember(team, { role: "owner" });
  const { id } = team;
  const ownersLeft = () =>
    readSharedStore('SELECT "userId" FROM "Membership" WHERE "teamId" = ? AND "role" = ?', [id, "owner"]).length;
  return { team, id, one: team.owner, other, ownersLeft };
}

describe("of two last owners", () => {
  test("who leave at once, one stays", async () => {
    for (let round = 0; round < 2 * rounds; round += 1) {
      const { team, one, other, ownersLeft } = await twoOwners();
      const answers = await Promise.all([one, other].map(({ session, id }) => removeFrom(team, session, id)));
      expect(sorted(answers)).toEqual(["204", "409 LAST_OWNER"]);
      expect(ownersLeft()).toBe(1);
    }
  });

  test("who demote or remove one another at once, one stays", async () => {
    for (let round = 0; round < 2 * rounds; round += 1) {
      const { team, one, other, ownersLeft } = await twoOwners();
      const strike = (by: TestMember, at: TestMember) =>
        round % 2 === 0
          ? send(by.session, "PUT", `/api/teams/${team.id}/members/${at.id}`, { role: "reader" })
          : removeFrom(team, by.session, at.id);
      const answers = await Promise.all([strike(one, other), strike(other, one)]);
      expect(sorted(answers)).toEqual(
        round % 2 === 0 ? ["200", "403 TEAM_OWNER_REQUIRED"] : ["204", "404 TEAM_NOT_FOUND"],
      );
      expect(ownersLeft()).toBe(1);
    }
  });

  test("one of whom leaves while the other deletes their account, one stays", async () => {
    for (let round = 0; round < 2 * rounds; round += 1) {
      const { team, id, one, other, ownersLeft } = await twoOwners();
      const deletion = () => send(one.session, "DELETE", "/api/account", { email: one.email });
      const leaving = () => removeFrom(team, other.session, other.id);
      const answers = await Promise.all(round % 2 === 0 ? [deletion(), leaving()] : [leaving(), deletion()]);
      const left = sorted(answers);
      expect([
        ["204", "409 LAST_OWNER"],
        ["204", "409 TEAMS_WOULD_END"],
      ]).toContainEqual(left);
      expect(ownersLeft()).toBe(1);
      expect(readSharedStore('SELECT "id" FROM "Team" WHERE "id" = ?', [id])).toHaveLength(1);
    }
  });
});

const transfer = (from: Actor, body: object) => send(from, "POST", "/api/transfer", body);

/** Rows whose owner is another one than that of what they lie in. */
const strays = () => [
  ...readSharedStore(
    'SELECT f."id" FROM "EnvFile" f JOIN "EnvProject" p ON p."id" = f."projectId" WHERE p."userId" <> f."userId"',
  ),
  ...readSharedStore(
    'SELECT e."id" FROM "KeyEntry" e JOIN "KeyCategory" c ON c."id" = e."categoryId" WHERE c."userId" <> e."userId"',
  ),
];

describe("a transfer", () => {
  test("made twice at once happens once", async () => {
    const team = await aTeam();
    const { session } = team.owner;
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await anEntry(session);
      const second = await session.call(createTeam, { body: { name: `Apps ${round}` } });
      const answers = await Promise.all(
        [team.id, second.id].map((teamId) => transfer(session, { teamId, entryIds: [id] })),
      );
      expect(sorted(answers)).toEqual(["200", "404 ENTRY_NOT_FOUND"]);
      const lists = await Promise.all(
        [session, team.owner.at, within(session, second.id)].map((at) => at.call(listEntries)),
      );
      expect(lists.flat().filter((entry) => entry.id === id)).toHaveLength(1);
    }
    expect(strays()).toEqual([]);
  });

  test("in both directions at once waits for no lock for ever, and loses nothing", async () => {
    const one = await aTeam();
    const { session, at } = one.owner;
    const { id: otherId } = await session.call(createTeam, { body: { name: "Apps" } });
    const other = within(session, otherId);
    const ids = { here: [] as string[], there: [] as string[] };
    for (let index = 0; index < 8; index += 1) {
      ids.here.push((await anEntry(at)).id);
      ids.there.push((await anEntry(other)).id);
    }
    for (let round = 0; round < rounds; round += 1) {
      const [here, there] = round % 2 === 0 ? [ids.here, ids.there] : [ids.there, ids.here];
      const answers = await Promise.all([
        ...here.map((id) => transfer(at, { teamId: otherId, entryIds: [id] })),
        ...there.map((id) => transfer(other, { teamId: one.id, entryIds: [id] })),
        // Whoever changes single rows in the meantime is not refused either.
        ...Array.from({ length: 4 }, () => send(at, "POST", "/api/envs", { name: "billing" })),
      ]);
      expect(sorted(answers)).toEqual([...Array(16).fill("200"), ...Array(4).fill("201")]);
      const [inOne, inOther] = [await at.call(listEntries), await other.call(listEntries)];
      expect(inOne.map(({ id }) => id).sort()).toEqual([...there].sort());
      expect(inOther.map(({ id }) => id).sort()).toEqual([...here].sort());
    }
    for (const id of [...ids.here, ...ids.there]) {
      const holder = (await at.call(listEntries)).some((entry) => entry.id === id) ? at : other;
      expect(await holder.call(revealEntry, { params: { id } })).toMatchObject({ value: "not-a-real-value" });
    }
    expect(strays()).toEqual([]);
  });

  test("of env projects takes along the files that are saved meanwhile, or refuses them", async () => {
    const { id: teamId, owner } = await aTeam();
    const types = ["env", "env.local", "env.development", "env.production"] as const;
    for (let round = 0; round < 2 * rounds; round += 1) {
      const ids: string[] = [];
      for (let index = 0; index < 8; index += 1)
        ids.push((await owner.session.call(createEnvProject, { body: { name: `billing ${index}` } })).data.id);
      const save = (at: Actor, id: string, fileType: string) =>
        send(at, "POST", `/api/envs/${id}/files`, { fileType, content: `TYPE=${fileType}\n` });
      const saves = types.flatMap((type) => ids.map((id) => save(owner.session, id, type)));
      await saves[(round * 5) % saves.length];
      const moved = transfer(owner.session, { teamId, envProjectIds: ids });
      const answers = await Promise.all(saves);
      expect(outcomeOf(await moved)).toBe("200");
      expect(answers.map(outcomeOf).filter((code) => !/^(201|404 ENV_PROJECT_NOT_FOUND)$/.test(code))).toEqual([]);
      expect(strays()).toEqual([]);
      // In their new place, all of them can be saved and opened.
      const [id = ""] = ids;
      for (const type of types) expect((await save(owner.at, id, type)).status).toBeLessThan(300);
      const { files } = (await owner.at.call(getEnvProject, { params: { id } })).data;
      expect(files).toHaveLength(types.length);
      for (const { id: fileId, fileType } of files)
        expect((await owner.at.call(revealEnvFile, { params: { id, fileId } })).data.content).toBe(
          `TYPE=${fileType}\n`,
        );
    }
  });

  test.each<[string, (team: TestTeam, member: TestMember) => Promise<Answer>, string[]]>([
    ["who is being removed there", (team, { id }) => removeFrom(team, team.owner.session, id), ["404 TEAM_NOT_FOUND"]],
    [
      "who is becoming a reader there",
      (team, { id }) => putMember(team, id, { role: "reader" }),
      ["403 AUTH_SCOPE_REQUIRED"],
    ],
    [
      "whose limits there leave out what would come",
      (team, { id }) => putMember(team, id, { role: "editor", projects: ["shop"] }),
      ["403 OUT_OF_BOUNDS"],
    ],
    [
      "to a team that is being deleted",
      (team) => send(team.owner.session, "DELETE", `/api/teams/${team.id}`, { name: team.name }),
      ["404 TEAM_NOT_FOUND"],
    ],
  ])("by somebody %s happens before that or not at all", async (_, change, refusals) => {
    for (let round = 0; round < rounds; round += 1) {
      const team = await aTeam();
      const member = await aMember(team);
      await anEntry(team.owner.at);
      const ids = [];
      for (let index = 0; index < 12; index += 1) ids.push((await anEntry(member.session)).id);
      const begun = ids.map((id) => transfer(member.session, { teamId: team.id, entryIds: [id] }));
      await begun[round % 3];
      const changing = change(team, member);
      const others = [...begun, ...ids.map((id) => transfer(member.session, { teamId: team.id, entryIds: [id] }))];
      const answers = await Promise.all(others);
      expect((await changing).status).toBeLessThan(300);
      const allowed = ["200", "404 ENTRY_NOT_FOUND", ...refusals];
      expect(answers.map(outcomeOf).filter((code) => !allowed.includes(code))).toEqual([]);
      const after = await transfer(member.session, { teamId: team.id, entryIds: [ids[11]] });
      expect([...refusals, "404 ENTRY_NOT_FOUND"]).toContain(outcomeOf(after));
      expect(strays()).toEqual([]);
    }
  });
});

test("a team that is deleted while its members write is gone as a whole, and nobody gets a server's error", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const team = await aTeam();
    const member = await aMember(team);
    const { id, categoryId } = await anEntry(team.owner.at);
    const entry = { categoryId, name: "billing", value: "1" };
    const writes = () => [
      send(member.at, "POST", "/api/entries", entry),
      send(member.at, "PUT", `/api/entries/${id}`, { notes: "n" }),
      send(member.at, "POST", "/api/envs", { name: "billing" }),
      send(member.at, "POST", "/api/categories", { name: "Mail", keyType: "json" }),
      send(member.at, "POST", "/api/2fa", { service: "a", accountName: "b", secret: "JBSWY3DPEHPK3PXP" }),
      send(member.at, "POST", "/api/access-keys", { name: "CI", scopes: ["entries:read"] }),
    ];
    const before = [...writes(), ...writes()];
    await before[round % 6];
    const end = send(team.owner.session, "DELETE", `/api/teams/${team.id}`, { name: team.name });
    const answers = await Promise.all([...before, ...writes(), ...writes()]);
    expect((await end).status).toBe(204);
    const allowed = /^(20[01]|404 (TEAM|ENTRY|CATEGORY)_NOT_FOUND)$/;
    expect(answers.map(outcomeOf).filter((code) => !allowed.test(code))).toEqual([]);
    for (const table of ["Owner", "Team"])
      expect(readSharedStore(`SELECT "id" FROM "${table}" WHERE "id" = ?`, [team.id])).toEqual([]);
    for (const table of ["KeyEntry", "KeyCategory", "EnvProject", "TwoFactorToken", "AccessKey"])
      expect(readSharedStore(`SELECT "id" FROM "${table}" WHERE "userId" = ?`, [team.id])).toEqual([]);
  }
});

test("accounts that are deleted with their teams while others move things there break nothing", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const team = await aTeam();
    const { owner } = team;
    const member = await aMember(team);
    await anEntry(owner.at);
    const [mine, theirs] = [[] as string[], [] as string[]];
    for (let index = 0; index < 6; index += 1) {
      mine.push((await anEntry(owner.session)).id);
      theirs.push((await anEntry(member.session)).id);
    }
    const moves = [
      ...mine.map((id) => transfer(owner.session, { teamId: team.id, entryIds: [id] })),
      ...theirs.map((id) => transfer(member.session, { teamId: team.id, entryIds: [id] })),
      ...theirs.map((_, index) => send(member.at, "POST", "/api/envs", { name: `p${index}` })),
    ];
    await moves[round % 3];
    const deletion = send(owner.session, "DELETE", "/api/account", { email: owner.email, endTeams: true });
    const answers = await Promise.all(moves);
    expect((await deletion).status).toBe(204);
    const allowed = /^(20[01]|401 AUTH_REQUIRED|404 (TEAM|ENTRY)_NOT_FOUND)$/;
    expect(answers.map(outcomeOf).filter((code) => !allowed.test(code))).toEqual([]);
    expect(await member.session.call(listTeams)).toEqual([]);
    expect(strays()).toEqual([]);
  }
});

test("a key that its maker creates while they are removed is never anybody's", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const team = await aTeam();
    const member = await aMember(team);
    const create = () => send(member.at, "POST", "/api/access-keys", { name: "CI", scopes: ["entries:read"] });
    const making = Array.from({ length: 16 }, create);
    await making[0];
    const removal = removeFrom(team, team.owner.session, member.id);
    const answers = await Promise.all([...making, ...Array.from({ length: 8 }, create)]);
    expect((await removal).status).toBe(204);
    expect(answers.map(outcomeOf).filter((code) => !/^(201|404 TEAM_NOT_FOUND)$/.test(code))).toEqual([]);
    for (const { json } of answers.filter(({ status }) => status === 201)) {
      const answer = await send(withKey((json as { key: string }).key), "GET", "/api/entries");
      expect(outcomeOf(answer)).toBe("401 AUTH_INVALID_KEY");
    }
    expect(await team.owner.at.call(listAccessKeys)).toEqual([]);
  }
});

test("a member who is removed while the team is deleted holds up neither", async () => {
  for (let round = 0; round < 4 * rounds; round += 1) {
    const team = await aTeam();
    const member = await aMember(team);
    await keyIn(member.at);
    const [removal, deletion] = await Promise.all([
      removeFrom(team, team.owner.session, member.id),
      send(team.owner.session, "DELETE", `/api/teams/${team.id}`, { name: team.name }),
    ]);
    expect(["204", "404 TEAM_NOT_FOUND"]).toContain(outcomeOf(removal));
    expect(outcomeOf(deletion)).toBe("204");
  }
});
