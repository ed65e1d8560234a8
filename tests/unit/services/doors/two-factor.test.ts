import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { UnrecordedError } from "@/lib/errors";
import { importItems } from "@/lib/services/import";
import { createTeam } from "@/lib/services/teams/teams";
import { transfer } from "@/lib/services/transfer";
import { createTwoFactorToken, updateTwoFactorToken } from "@/lib/services/two-factor/tokens";
import { revealTwoFactorCode } from "@/lib/services/two-factor/codes";
import { openOwnRuntime } from "../../../support/vaults/own-runtime";
import { expectedCode, expectedHotp } from "../../../support/sign-in/totp";

const secret = "JBSWY3DPEHPK3PXP";
let own: Awaited<ReturnType<typeof openOwnRuntime>>;
beforeAll(async () => void (own = await openOwnRuntime()));
afterAll(() => own.close());

async function aCaller() {
  const user = await own.db.user.create({ data: { id: randomUUID(), email: `${randomUUID()}@example.com` } });
  return { kind: "session", userId: user.id, sessionId: randomUUID(), provenAt: new Date() } as const;
}
const aToken = (caller: Awaited<ReturnType<typeof aCaller>>, more: object) =>
  createTwoFactorToken({ caller }, { service: "GitHub", accountName: "ada", secret, ...more });

test("only in the last five of a period's thirty seconds can the next code be requested", async () => {
  const caller = await aCaller();
  const { id } = await aToken(caller, {});
  const periodStart = 1_700_000_010;
  for (let second = periodStart; second < periodStart + 30; second++) {
    const { code, remainingSeconds } = expectedCode(secret, second);
    const alone = { id, service: "GitHub", accountName: "ada", code, remainingSeconds };
    expect(await revealTwoFactorCode({ caller }, id, { at: second * 1000 })).toEqual(alone);
    const next = remainingSeconds <= 5 ? { nextCode: expectedCode(secret, second + 30).code } : {};
    expect(await revealTwoFactorCode({ caller }, id, { at: second * 1000, withNext: true })).toEqual({
      ...alone,
      ...next,
    });
  }
});

test("of any period, the next code is that of the next step, in its last five seconds", async () => {
  const caller = await aCaller();
  for (const period of [10, 60, 120]) {
    const { id } = await aToken(caller, { period, digits: 8 });
    const start = period * 14_000_000;
    const at = async (second: number) => revealTwoFactorCode({ caller }, id, { at: second * 1000, withNext: true });
    const kind = { digits: 8, period };
    expect(await at(start + period - 6)).toMatchObject({ remainingSeconds: 6, nextCode: undefined });
    expect(await at(start + period - 5)).toMatchObject({
      ...expectedCode(secret, start, "sha1", kind),
      remainingSeconds: 5,
      nextCode: expectedCode(secret, start + period, "sha1", kind).code,
    });
  }
});

const counterOf = async (id: string) => (await own.db.twoFactorToken.findUniqueOrThrow({ where: { id } })).counter;
const recordsOf = (objectId: string) =>
  own.db.activity.count({ where: { objectId, action: "two-factor-token.reveal" } });

test("of fifty who ask for a counter's code at once, each gets another one, and each is on record", async () => {
  const caller = await aCaller();
  const { id } = await aToken(caller, { type: "hotp", counter: 5 });
  const answers = await Promise.all(Array.from({ length: 50 }, () => revealTwoFactorCode({ caller }, id)));
  expect(answers.map(({ counter }) => counter).sort((a = 0, b = 0) => a - b)).toEqual(
    Array.from({ length: 50 }, (_, index) => 5 + index),
  );
  for (const { code, counter = -1 } of answers) expect(code).toBe(expectedHotp(secret, counter));
  expect([await counterOf(id), await recordsOf(id)]).toEqual([55, 50]);
});

test("a code whose record can't be written does not leave, and takes no counter", async () => {
  const caller = await aCaller();
  const { id } = await aToken(caller, { type: "hotp" });
  await own.db.$executeRawUnsafe(
    `CREATE TRIGGER "no_records" BEFORE INSERT ON "Activity" WHEN NEW."action" = 'two-factor-token.reveal' BEGIN SELECT RAISE(ABORT, 'no'); END`,
  );
  try {
    await expect(revealTwoFactorCode({ caller }, id)).rejects.toThrow(UnrecordedError);
  } finally {
    await own.db.$executeRawUnsafe('DROP TRIGGER "no_records"');
  }
  expect([await counterOf(id), await recordsOf(id)]).toEqual([0, 0]);
  expect(await revealTwoFactorCode({ caller }, id)).toMatchObject({ counter: 0, code: expectedHotp(secret, 0) });
});

test("a row that somebody gave another type makes no codes, and takes no counter", async () => {
  const caller = await aCaller();
  const timed = await aToken(caller, {});
  const counted = await aToken(caller, { type: "hotp" });
  await own.db.twoFactorToken.update({ where: { id: timed.id }, data: { type: "hotp" } });
  await own.db.twoFactorToken.update({ where: { id: counted.id }, data: { type: "totp" } });
  for (const { id } of [timed, counted]) {
    await expect(revealTwoFactorCode({ caller }, id)).rejects.toMatchObject({ code: "TWO_FACTOR_NOT_FOUND" });
    expect([await counterOf(id), await recordsOf(id)]).toEqual([0, 0]);
  }
});

test.each([
  ["before this process looked", []],
  ["and this process remembers it", [60_000]],
])("a code that a clock ahead put on record, %s, does not keep those shown now off it", async (_, later) => {
  const caller = await aCaller();
  const { id } = await aToken(caller, {});
  const now = Date.now();
  for (const after of [0, ...later]) await revealTwoFactorCode({ caller }, id, { at: now + after });
  const records = () => own.db.activity.count({ where: { objectId: id, action: "two-factor-token.reveal" } });
  expect(await records()).toBe(1);
  await revealTwoFactorCode({ caller }, id, { at: now - 24 * 60 * 60_000 });
  expect(await records()).toBe(2);
});

test("a code that is shown after its token moved is on record in the vault where it is now", async () => {
  const caller = await aCaller();
  const { id } = await aToken(caller, {});
  // The second time, this process remembers what it told.
  for (let time = 0; time < 2; time += 1) await revealTwoFactorCode({ caller }, id);
  const team = await createTeam({ caller }, { name: "Payments" });
  await transfer({ caller }, { teamId: team.id, entryIds: [], envProjectIds: [], twoFactorTokenIds: [id] });
  const there = { ...caller, team: { id: team.id, role: "owner" as const }, bounds: null };
  for (let time = 0; time < 2; time += 1) await revealTwoFactorCode({ caller: there }, id);
  const recordsIn = (userId: string) =>
    own.db.activity.count({ where: { userId, objectId: id, action: "two-factor-token.reveal" } });
  expect([await recordsIn(caller.userId), await recordsIn(team.id)]).toEqual([1, 1]);
});

test("an import finds a token by its secret, whichever it had before", async () => {
  const caller = await aCaller();
  const { id } = await aToken(caller, {});
  await updateTwoFactorToken({ caller }, id, { secret: "GEZDGNBVGY3TQOJQ" });
  const imported = async (secret: string) => {
    const twoFactor = [{ service: "GitHub", accountName: "ada", secret }];
    return (await importItems({ caller }, { entries: [], twoFactor })).twoFactor.map(({ action }) => action);
  };
  expect(await imported("GEZDGNBVGY3TQOJQ")).toEqual(["unchanged"]);
  expect(await imported(secret)).toEqual(["created"]);
});
