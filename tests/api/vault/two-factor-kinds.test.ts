import { describe, expect, test } from "vitest";
import { listActivity } from "@/lib/contracts/access/activity";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { importItems } from "@/lib/contracts/transfer/import";
import { createTeam } from "@/lib/contracts/people/teams";
import { transfer } from "@/lib/contracts/transfer/transfer";
import { restoreFromTrash } from "@/lib/contracts/vault/trash";
import {
  createTwoFactorToken,
  deleteTwoFactorToken,
  listTwoFactorTokens,
  revealTwoFactorCode,
  updateTwoFactorToken,
} from "@/lib/contracts/vault/two-factor";
import { aUser, type Actor, withKey } from "../../support/callers/actors";
import { refusedField, send } from "../../support/http/raw";
import { within } from "../../support/callers/teams";
import { expectedCode, expectedHotp } from "../../support/sign-in/totp";

const secret = "JBSWY3DPEHPK3PXP";
const door = { service: "Door", accountName: "ada", secret: `otpauth://hotp/x?secret=${secret}` };

const made = (who: Actor, body: object) =>
  who.call(createTwoFactorToken, { body: { service: "Door", accountName: "ada", secret, ...body } });
const codeOf = (who: Actor, id: string) => who.call(revealTwoFactorCode, { params: { id } });
const hotpCodes = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => expectedHotp(secret, from + index));
const shownCodes = async (who: Actor, objectId: string) =>
  (await who.call(listActivity, { query: { objectId, action: "two-factor-token.reveal", limit: "200" } })).length;

describe("kinds", () => {
  test.each([
    [{ digits: 8 }, "sha1", { digits: 8 }],
    [{ digits: 7, period: 10, algorithm: "SHA256" }, "sha256", { digits: 7, period: 10 }],
    [{ period: 120, algorithm: "SHA512" }, "sha512", { period: 120 }],
    [{ secret: `otpauth://totp/x?secret=${secret}&digits=8&period=60` }, "sha1", { digits: 8, period: 60 }],
    [{ secret: `otpauth://totp/x?secret=${secret}&period=45&algorithm=sha512`, digits: 6 }, "sha512", { period: 45 }],
  ] as const)("%j makes those codes, and the list says so", async (fields, hash, kind) => {
    const { session } = await aUser();
    const token = await made(session, fields);
    expect(token).toMatchObject({ type: "totp", algorithm: hash.toUpperCase(), digits: 6, period: 30, ...kind });
    expect(await session.call(listTwoFactorTokens)).toEqual([token]);
    const first = Math.floor(Date.now() / 1000);
    const { code, remainingSeconds } = await codeOf(session, token.id);
    const last = Math.floor(Date.now() / 1000);
    expect(
      Array.from({ length: last - first + 1 }, (_, index) => expectedCode(secret, first + index, hash, kind)),
    ).toContainEqual({ code, remainingSeconds });
  });

  test("Steam's codes are 5 letters of its alphabet", async () => {
    const { session } = await aUser();
    for (const fields of [{ type: "steam" }, { secret: `otpauth://steam/x?secret=${secret}` }]) {
      const token = await made(session, fields);
      expect(token).toMatchObject({ type: "steam", algorithm: "SHA1", digits: 5, period: 30 });
      expect((await codeOf(session, token.id)).code).toMatch(/^[23456789BCDFGHJKMNPQRTVWXY]{5}$/);
    }
  });

  test.each([
    ["digits", { digits: 5 }],
    ["digits", { digits: 9 }],
    ["digits", { type: "steam", digits: 6 }],
    ["period", { period: 9 }],
    ["period", { period: 121 }],
    ["period", { type: "steam", period: 60 }],
    ["algorithm", { algorithm: "MD5" }],
    ["algorithm", { type: "steam", algorithm: "SHA512" }],
    ["type", { type: "yandex" }],
    ["counter", { type: "hotp", counter: -1 }],
    ["counter", { type: "hotp", counter: 2_000_000_001 }],
    ["digits", { secret: door.secret, digits: 8 }],
    ["type", { secret: door.secret, type: "totp" }],
    ["counter", { secret: `${door.secret}&counter=4`, counter: 5 }],
  ])("%s: refused by name in %j", async (field, fields) => {
    const { session } = await aUser();
    const body = { service: "Door", accountName: "ada", secret, ...fields };
    expect(await send(session, "POST", "/api/2fa", body)).toMatchObject(refusedField(field));
    expect(await session.call(listTwoFactorTokens)).toEqual([]);
  });

  test("a change keeps what it does not name; a link says everything itself, even beside a token as it was read", async () => {
    const { session } = await aUser();
    const token = await made(session, { digits: 8, period: 60, algorithm: "SHA256" });
    const params = { id: token.id };
    const change = (body: object) => session.call(updateTwoFactorToken, { params, body });
    const kindOf = ({ type, algorithm, digits, period }: typeof token) => [type, algorithm, digits, period];
    expect(kindOf(await change({ ...token }))).toEqual(kindOf(token));
    expect(kindOf(await change({ secret: "GEZDGNBVGY3TQOJQ" }))).toEqual(kindOf(token));
    expect(kindOf(await change({ digits: 7 }))).toEqual(["totp", "SHA256", 7, 60]);
    const now = Math.floor(Date.now() / 1000);
    const { code } = await codeOf(session, token.id);
    const around = [now, now + 60].map(
      (second) => expectedCode("GEZDGNBVGY3TQOJQ", second, "sha256", { digits: 7, period: 60 }).code,
    );
    expect(around).toContain(code);
    expect(kindOf(await change({ ...token, secret: `otpauth://totp/x?secret=${secret}` }))).toEqual([
      "totp",
      "SHA1",
      6,
      30,
    ]);
    expect(kindOf(await change({ type: "steam" }))).toEqual(["steam", "SHA1", 5, 30]);
    expect(kindOf(await change({ type: "hotp" }))).toEqual(["hotp", "SHA1", 6, null]);
    expect(await send(session, "PUT", `/api/2fa/${token.id}`, { digits: 5 })).toMatchObject(refusedField("digits"));
  });

  test("importing a kind again changes nothing, whatever its counter is by now", async () => {
    const { session } = await aUser();
    const twoFactor = [
      door,
      { ...door, secret: `otpauth://totp/x?secret=${secret}&digits=8` },
      { ...door, secret: `otpauth://steam/x?secret=${secret}` },
      { ...door, secret },
    ];
    const actions = async () =>
      (await session.call(importItems, { body: { twoFactor } })).twoFactor.map(({ action }) => action);
    expect(await actions()).toEqual(twoFactor.map(() => "created"));
    const hotp = (await session.call(listTwoFactorTokens)).find(({ type }) => type === "hotp");
    await codeOf(session, hotp?.id ?? "");
    expect(await actions()).toEqual(twoFactor.map(() => "unchanged"));
  });
});

describe("a counter", () => {
  test("starts where its link says, is raised by each code, and each code is on record", async () => {
    const { session } = await aUser();
    const token = await made(session, { secret: `${door.secret}&counter=7` });
    const answers = [await codeOf(session, token.id), await codeOf(session, token.id), await codeOf(session, token.id)];
    const { id } = token;
    expect(answers).toEqual(
      hotpCodes(7, 10).map((code, index) => ({
        id,
        service: "Door",
        accountName: "ada",
        code,
        remainingSeconds: null,
        counter: 7 + index,
      })),
    );
    expect(await shownCodes(session, id)).toBe(3);
    // A code is not a change of the token.
    expect(await session.call(listTwoFactorTokens)).toEqual([token]);
  });

  test("gives 50 requests at once 50 different codes, none left out, each on record", async () => {
    const { session } = await aUser();
    const { id } = await made(session, { type: "hotp" });
    const answers = await Promise.all(Array.from({ length: 50 }, () => codeOf(session, id)));
    expect(answers.map(({ counter }) => counter).sort((a = 0, b = 0) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, counter) => counter),
    );
    for (const { code, counter } of answers) expect(code).toBe(expectedHotp(secret, counter ?? -1));
    expect(await shownCodes(session, id)).toBe(50);
  });

  test("is not raised by requests beyond a key's daily budget", async () => {
    const { session } = await aUser();
    const { id } = await made(session, { type: "hotp" });
    const { key } = await session.call(createAccessKey, {
      body: { name: "CI", scopes: ["2fa:reveal"], revealsPerDay: 5 },
    });
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => send(withKey(key), "POST", `/api/2fa/${id}/reveal`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(5).fill(200),
      ...Array<number>(7).fill(429),
    ]);
    expect(await codeOf(session, id)).toMatchObject({ counter: 5, code: expectedHotp(secret, 5) });
    expect(await shownCodes(session, id)).toBe(6);
  });

  test("can only be raised, and never starts again with the same secret", async () => {
    const { session } = await aUser();
    const { id } = await made(session, { type: "hotp", counter: 10 });
    const change = (body: object) => session.call(updateTwoFactorToken, { params: { id }, body });
    expect((await codeOf(session, id)).counter).toBe(10);
    expect(await send(session, "PUT", `/api/2fa/${id}`, { counter: 10 })).toMatchObject(refusedField("counter"));
    await change({ counter: 11 });
    await change({ secret: `${door.secret}&counter=0` });
    await change({ type: "totp" });
    await change({ type: "hotp" });
    expect((await codeOf(session, id)).counter).toBe(11);
    await change({ counter: 100 });
    expect(await codeOf(session, id)).toMatchObject({ counter: 100, code: expectedHotp(secret, 100) });
    await change({ secret: "otpauth://hotp/x?secret=GEZDGNBVGY3TQOJQ&counter=2" });
    expect(await codeOf(session, id)).toMatchObject({ counter: 2, code: expectedHotp("GEZDGNBVGY3TQOJQ", 2) });
  });

  test("survives changes that run beside its codes: none is given twice", async () => {
    const { session } = await aUser();
    const { id } = await made(session, { type: "hotp" });
    const codes: (number | undefined)[] = [];
    const take = async () => void codes.push((await codeOf(session, id)).counter);
    const change = (digits: number) => session.call(updateTwoFactorToken, { params: { id }, body: { digits } });
    await Promise.all(Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? change(6 + (index % 2)) : take())));
    expect(new Set(codes).size).toBe(20);
    expect((await codeOf(session, id)).counter).toBe(20);
  });

  test("goes with its token: into the trash and back, and to a team", async () => {
    const { session } = await aUser();
    const { id } = await made(session, { type: "hotp", digits: 8 });
    await codeOf(session, id);
    await session.call(deleteTwoFactorToken, { params: { id } });
    expect(await send(session, "POST", `/api/2fa/${id}/reveal`)).toMatchObject({ status: 404 });
    await session.call(restoreFromTrash, { params: { id } });
    expect((await codeOf(session, id)).counter).toBe(1);
    const team = await session.call(createTeam, { body: { name: "Doors" } });
    await session.call(transfer, { body: { teamId: team.id, twoFactorTokenIds: [id] } });
    const inTeam = within(session, team.id);
    expect(await inTeam.call(listTwoFactorTokens)).toMatchObject([{ id, type: "hotp", digits: 8, period: null }]);
    expect(await codeOf(inTeam, id)).toMatchObject({ counter: 2, code: expectedHotp(secret, 2, { digits: 8 }) });
  });

  test("is not raised for whoever may not see codes", async () => {
    const [{ session }, other] = await Promise.all([aUser(), aUser()]);
    const { id } = await made(session, { type: "hotp" });
    const { key } = await session.call(createAccessKey, { body: { name: "CI", scopes: ["2fa:read", "2fa:write"] } });
    expect(await send(withKey(key), "POST", `/api/2fa/${id}/reveal`)).toMatchObject({ status: 403 });
    expect(await send(other.session, "POST", `/api/2fa/${id}/reveal`)).toMatchObject({ status: 404 });
    expect((await codeOf(session, id)).counter).toBe(0);
  });
});
