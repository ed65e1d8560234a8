import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { SessionCaller } from "@/lib/auth/caller";
import { AppError } from "@/lib/errors";
import { deleteAccount } from "@/lib/identity/accounts/account";
import { createTeam, deleteTeam } from "@/lib/services/teams/teams";
import { lengthenActivity } from "../../../support/rows/long-activity";
import { openSession } from "../../../support/sign-in/open-session";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";

let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

const name = "Payments";
const long = 10_000;
const stepsOfLong = long / 500;

async function aPerson(): Promise<{ caller: SessionCaller; email: string }> {
  const email = `${randomUUID()}@example.com`;
  const { id } = await own.db.user.create({ data: { email } });
  return { caller: await openSession(id), email };
}

/** A person with a team, both with a long activity. */
async function aLongTeam() {
  const { caller, email } = await aPerson();
  const { id } = await createTeam({ caller }, { name });
  for (const vault of [id, caller.userId]) await lengthenActivity(own, vault, long);
  return { id, caller, email };
}

const headOf = (userId: string) => own.db.activityHead.findUnique({ where: { userId } });
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

/** How many turns of the event loop others have had. */
function turns(): () => number {
  let count = 0;
  let next = setImmediate(function again() {
    count += 1;
    next = setImmediate(again);
  });
  onTestFinished(() => clearImmediate(next));
  return () => count;
}

test.each<[string, (team: Awaited<ReturnType<typeof aLongTeam>>) => Promise<void>, "id" | "userId"]>([
  ["a team", ({ id, caller }) => deleteTeam({ caller }, id, { name }), "id"],
  ["an account", ({ caller, email }) => deleteAccount(caller, { email, endTeams: true }), "userId"],
  ["an account with its team", ({ caller, email }) => deleteAccount(caller, { email, endTeams: true }), "id"],
])("%s with a long activity goes in small steps, with turns for others in between", async (_, work, which) => {
  const team = await aLongTeam();
  const vault = which === "id" ? team.id : team.caller.userId;
  const had = turns();
  await work(team);
  expect(await own.db.activity.count({ where: { userId: vault } })).toBe(0);
  expect(await own.db.owner.count({ where: { id: vault } })).toBe(0);
  expect(had()).toBeGreaterThanOrEqual(stepsOfLong);
});

test("former values go in small steps too", async () => {
  const { caller } = await aPerson();
  const { id: userId } = await createTeam({ caller }, { name });
  const row = { id: randomUUID(), userId };
  const sealed = new Uint8Array(1);
  await own.db.keyCategory.create({ data: { ...row, name: "Stripe", keyType: "simple" } });
  await own.db.keyEntry.create({ data: { ...row, categoryId: row.id, name: "billing", encryptedValue: sealed } });
  const version = (number: number) => ({
    userId,
    entryId: row.id,
    version: number,
    encryptedValue: sealed,
    createdAt: new Date(0),
  });
  await own.db.entryVersion.createMany({ data: Array.from({ length: 1_200 }, (_, number) => version(number)) });
  await own.db.$executeRawUnsafe(`CREATE TABLE "_left" (n INTEGER)`);
  await own.db.$executeRawUnsafe(
    `CREATE TRIGGER "_count" BEFORE DELETE ON "Team" BEGIN INSERT INTO "_left" SELECT count(*) FROM "EntryVersion"; END`,
  );
  onTestFinished(async () => {
    await own.db.$executeRawUnsafe('DROP TRIGGER "_count"');
  });
  await deleteTeam({ caller }, userId, { name });
  const [left] = await own.db.$queryRawUnsafe<{ n: bigint }[]>(`SELECT n FROM "_left"`);
  expect(Number(left?.n)).toBeLessThanOrEqual(500);
});

describe("a deletion that is refused deletes nothing", () => {
  test.each<[string, (team: Awaited<ReturnType<typeof aLongTeam>>) => Promise<void>, string]>([
    ["for a wrong name", ({ id, caller }) => deleteTeam({ caller }, id, { name: "Others" }), "VALIDATION_ERROR"],
    [
      "to somebody who is no member",
      async ({ id }) => deleteTeam({ caller: (await aPerson()).caller }, id, { name }),
      "TEAM_NOT_FOUND",
    ],
    [
      "to a session that has ended",
      ({ id, caller }) =>
        deleteTeam({ caller, assertStands: () => Promise.reject(new AppError("AUTH_REQUIRED")) }, id, { name }),
      "AUTH_REQUIRED",
    ],
    [
      "for the teams that would end",
      ({ caller, email }) => deleteAccount(caller, { email, endTeams: false }),
      "TEAMS_WOULD_END",
    ],
    [
      "for a wrong address",
      ({ caller }) => deleteAccount(caller, { email: "else@example.com", endTeams: true }),
      "VALIDATION_ERROR",
    ],
    [
      "to an account's session that has ended",
      ({ caller, email }) => deleteAccount({ ...caller, sessionId: "ended" }, { email, endTeams: true }),
      "AUTH_REQUIRED",
    ],
  ])("%s", async (_, work, code) => {
    const team = await aLongTeam();
    expect(await outcomeOf(work(team))).toBe(code);
    for (const vault of [team.id, team.caller.userId])
      expect(await headOf(vault)).toMatchObject({ startNumber: 0, number: long });
  });
});

test("a deletion that fails at its end deletes nothing", async () => {
  const { id, caller } = await aLongTeam();
  await own.db.$executeRawUnsafe(
    `CREATE TRIGGER "_broken" BEFORE DELETE ON "Team" BEGIN SELECT RAISE(ABORT, 'broken off by the test'); END`,
  );
  try {
    await expect(deleteTeam({ caller }, id, { name })).rejects.toThrow();
  } finally {
    await own.db.$executeRawUnsafe('DROP TRIGGER "_broken"');
  }
  expect(await headOf(id)).toMatchObject({ startNumber: 0, number: long });
  expect(await own.db.activity.count({ where: { userId: id } })).toBe(long);
});
