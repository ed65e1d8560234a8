import { describe, expect, test } from "vitest";
import {
  createTwoFactorToken,
  listTwoFactorTokens,
  revealTwoFactorCode,
  updateTwoFactorToken,
} from "@/lib/contracts/vault/two-factor";
import { aUser, aUserWithKey, type Actor, withKey } from "../../support/callers/actors";
import { isoInstant, missingId } from "../../support/rows/fixtures";
import { refusedField, send } from "../../support/http/raw";
import { expectedCode } from "../../support/sign-in/totp";

const secret = "JBSWY3DPEHPK3PXP";
const github = { service: "GitHub", accountName: "ada@example.com", secret };

const aToken = (who: Actor, fields: Partial<typeof github & { notes: string }> = {}) =>
  who.call(createTwoFactorToken, { body: { ...github, ...fields } });

/** Reveals a code, and lists the replies that were right at some second during the request. */
async function revealed(who: Actor, id: string, canonical: string, hash?: "sha1" | "sha256" | "sha512") {
  const first = Math.floor(Date.now() / 1000);
  const answer = await who.call(revealTwoFactorCode, { params: { id } });
  const last = Math.floor(Date.now() / 1000);
  const right = Array.from({ length: last - first + 1 }, (_, index) => expectedCode(canonical, first + index, hash));
  return { answer, right, shown: { code: answer.code, remainingSeconds: answer.remainingSeconds } };
}

describe("two-factor tokens", () => {
  test("a created token is returned completely but without its secret, on creation and in the list, to keys and sessions", async () => {
    const { id: userId, session, key } = await aUserWithKey();
    const answer = await send(key, "POST", "/api/2fa", { ...github, notes: "Work" });
    const { secret: _, ...shown } = github;
    const created = {
      ...shown,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      userId,
      notes: "Work",
      createdAt: expect.stringMatching(isoInstant),
      updatedAt: expect.stringMatching(isoInstant),
      version: 1,
      type: "totp",
      algorithm: "SHA1",
      digits: 6,
      period: 30,
    };
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual(created);
    // What a client of the interface reads comes first, in its order.
    expect(Object.keys(answer.json as object)).toEqual(
      "id userId service accountName notes createdAt updatedAt version type algorithm digits period".split(" "),
    );
    expect(await session.call(listTwoFactorTokens)).toEqual([answer.json]);
    expect((await aToken(session)).notes).toBeNull();
  });

  test("a single token can't be read: the path supports other methods only", async () => {
    const { session } = await aUser();
    const { id } = await aToken(session);
    const response = await session.fetch(`/api/2fa/${id}`);
    expect([response.status, response.headers.get("Allow"), await response.json()]).toEqual([
      405,
      "DELETE, PUT, OPTIONS",
      expect.objectContaining({ code: "METHOD_NOT_ALLOWED" }),
    ]);
  });

  test("a change affects only the given fields; null clears them; a token can be sent back as read; the code stays the same", async () => {
    const { session, key } = await aUserWithKey();
    const created = await aToken(session, { notes: "Work" });
    const params = { id: created.id };
    const changed = await key.call(updateTwoFactorToken, {
      params,
      body: { ...created, id: missingId, userId: "x", createdAt: "never", updatedAt: null, service: "GitLab" },
    });
    expect(changed).toEqual({ ...created, service: "GitLab", updatedAt: changed.updatedAt, version: 2 });
    const cleared = await session.call(updateTwoFactorToken, { params, body: { notes: null } });
    expect(cleared).toEqual({ ...changed, notes: null, updatedAt: cleared.updatedAt, version: 3 });
    expect(await session.call(updateTwoFactorToken, { params, body: {} })).toMatchObject({
      service: "GitLab",
      notes: null,
    });
    const { right, shown } = await revealed(session, created.id, secret);
    expect(right).toContainEqual(shown);
  });

  test("a new secret replaces the old one", async () => {
    const { session } = await aUser();
    const { id } = await aToken(session);
    const renewed = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
    await session.call(updateTwoFactorToken, { params: { id }, body: { secret: renewed } });
    const { right, shown } = await revealed(session, id, renewed);
    expect(right).toContainEqual(shown);
  });

  test.each([
    ["empty", "service", { service: "" }],
    ["long", "service", { service: "x".repeat(201) }],
    ["blank", "accountName", { accountName: "  " }],
    ["null", "accountName", { accountName: null }],
    ["long", "notes", { notes: "x".repeat(4_001) }],
    ["NUL in", "notes", { notes: "a\0b" }],
    ["null", "secret", { secret: null }],
    ["number as", "secret", { secret: 5 }],
    ["unknown", "issuer", { issuer: "GitHub" }],
    ["unknown", "encryptedSecret", { encryptedSecret: "AAAA" }],
  ])("%s %s: refused by name, on creation and on change, and nothing is stored", async (_, path, fault) => {
    const { session } = await aUser();
    const token = await aToken(session);
    expect(await send(session, "POST", "/api/2fa", { ...github, ...fault })).toMatchObject(refusedField(path));
    expect(await send(session, "PUT", `/api/2fa/${token.id}`, { notes: "half a change", ...fault })).toMatchObject(
      refusedField(path),
    );
    expect(await session.call(listTwoFactorTokens)).toEqual([token]);
  });

  test("missing fields are named on creation", async () => {
    const { session } = await aUser();
    for (const path of ["service", "accountName", "secret"])
      expect(await send(session, "POST", "/api/2fa", {})).toMatchObject(refusedField(path));
  });

  test("a missing, a malformed and somebody else's id get the same 404 from every operation", async () => {
    const [{ session, key }, other] = await Promise.all([aUserWithKey(), aUser()]);
    const theirs = await aToken(other.session);
    for (const [method, tail, body] of [
      ["PUT", "", { notes: "mine" }],
      ["DELETE", "", undefined],
      ["POST", "/reveal", undefined],
    ] as const) {
      const answers = await Promise.all(
        [missingId, theirs.id, "no-uuid"].flatMap((id) =>
          [session, key].map((who) => send(who, method, `/api/2fa/${id}${tail}`, body)),
        ),
      );
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
        new Set(['404 {"error":"Two-factor token not found","code":"TWO_FACTOR_NOT_FOUND"}']),
      );
    }
    expect(await other.session.call(listTwoFactorTokens)).toEqual([theirs]);
  });

  test("a deleted token is gone: 204 without a body, then 404", async () => {
    const { session, key } = await aUserWithKey();
    const { id } = await aToken(session);
    expect(await send(key, "DELETE", `/api/2fa/${id}`)).toMatchObject({ status: 204, text: "" });
    expect(await session.call(listTwoFactorTokens)).toEqual([]);
    expect((await send(session, "POST", `/api/2fa/${id}/reveal`)).status).toBe(404);
  });

  test("the list is ordered by service, then account name, bytewise, then by creation", async () => {
    const { session } = await aUser();
    const made: string[] = [];
    for (const [service, accountName] of [
      ["b", "a"],
      ["a", "b"],
      ["a", "B"],
      ["B", "z"],
      ["a", "b"],
    ] as const)
      made.push((await aToken(session, { service, accountName })).id);
    expect((await session.call(listTwoFactorTokens)).map(({ id }) => made.indexOf(id))).toEqual([3, 2, 1, 4, 0]);
  });

  test("no reply contains the secret or its ciphertext, including reveals and errors", async () => {
    const { session } = await aUser();
    const { id } = await aToken(session);
    const answers = [
      await send(session, "POST", "/api/2fa", github),
      await send(session, "PUT", `/api/2fa/${id}`, { secret }),
      await send(session, "PUT", `/api/2fa/${id}`, { secret: `${secret}!` }),
      await send(session, "GET", "/api/2fa"),
      await send(session, "POST", `/api/2fa/${id}/reveal`),
    ];
    for (const { text } of answers) expect(text).not.toMatch(/JBSWY3DP|encrypted|cipher|"secret":/i);
  });

  test("a caller without permission learns that before anything about the request's validity", async () => {
    const { session, key } = await aUserWithKey({ scopes: ["2fa:read"] });
    const { id } = await aToken(session);
    expect(await send(key, "POST", `/api/2fa/${id}/reveal`)).toMatchObject({
      status: 403,
      json: { code: "AUTH_SCOPE_REQUIRED" },
    });
    expect(await send(key, "POST", "/api/2fa", {})).toMatchObject({ status: 403 });
    expect(await send(withKey("svc_wrong"), "POST", "/api/2fa", {})).toMatchObject({ status: 401 });
  });
});

describe("codes", () => {
  test("a reveal returns the token, RFC 6238's current code and its remaining seconds, and nothing else", async () => {
    const { session, key } = await aUserWithKey({ scopes: ["2fa:reveal"] });
    const { id } = await aToken(session);
    for (const who of [session, key]) {
      const { answer, right, shown } = await revealed(who, id, secret);
      expect(right).toContainEqual(shown);
      expect(answer).toEqual({ id, service: "GitHub", accountName: "ada@example.com", ...shown });
      expect(Object.keys(answer)).toEqual(["id", "service", "accountName", "code", "remainingSeconds"]);
      expect(answer.code).toMatch(/^\d{6}$/);
    }
  });

  test("the next code is returned only on request, and only in the last 5 seconds", async () => {
    const { session } = await aUserWithKey({ scopes: ["2fa:reveal"] });
    const { id } = await aToken(session);
    const answer = await session.call(revealTwoFactorCode, { params: { id }, query: { next: "true" } });
    expect(answer.nextCode !== undefined).toBe((answer.remainingSeconds ?? 30) <= 5);
    for (const query of [{}, { next: "false" as const }])
      expect(await session.call(revealTwoFactorCode, { params: { id }, query })).not.toHaveProperty("nextCode");
    expect(await send(session, "POST", `/api/2fa/${id}/reveal?next=maybe`)).toMatchObject({
      status: 400,
      json: { details: [{ path: "next" }] },
    });
  });

  test.each([
    ["spaces", "JBSW Y3DP EHPK 3PXP", secret],
    ["dashes", "jbsw-y3dp-ehpk-3pxp", secret],
    ["lower case", "jbswy3dpehpk3pxp", secret],
    ["padding", "GEZDGNBVGY3TQOJQGEZDGNBVGY======", "GEZDGNBVGY3TQOJQGEZDGNBVGY"],
    ["line breaks and tabs", "\tJBSWY3DP\nEHPK3PXP\r\n", secret],
    ["10 bytes, as many services hand out", "GEZDGNBVGY3TQOJQ", "GEZDGNBVGY3TQOJQ"],
    ["64 bytes", "GEZDGNBVGY3TQOJQ".repeat(6) + "GEZDGNA", "GEZDGNBVGY3TQOJQ".repeat(6) + "GEZDGNA"],
    ["last bits that are not zero", "JBSWY3DPEHPK3PXPGF", "JBSWY3DPEHPK3PXPGE"],
  ])("a secret with %s is accepted", async (_, given, canonical) => {
    const { session } = await aUser();
    const { id } = await aToken(session, { secret: given });
    const { right, shown } = await revealed(session, id, canonical);
    expect(right).toContainEqual(shown);
  });

  test.each([
    [`otpauth://totp/GitHub:ada%40example.com?secret=${secret}&issuer=GitHub`, "sha1"],
    [`otpauth://totp/x?secret=${secret.toLowerCase()}&algorithm=SHA1&digits=6&period=30`, "sha1"],
    [`otpauth://totp/x?secret=${secret}&algorithm=SHA256`, "sha256"],
    [`otpauth://totp/x?algorithm=sha512&secret=${secret}`, "sha512"],
    [`  OTPAUTH://TOTP/x?secret=${secret}\n`, "sha1"],
  ] as const)("the link %j gives codes by its algorithm", async (link, hash) => {
    const { session } = await aUser();
    const { id } = await aToken(session, { secret: link });
    const { right, shown } = await revealed(session, id, secret, hash);
    expect(right).toContainEqual(shown);
  });

  test.each([
    ["not base32", "JBSWY3DP0189"],
    ["letters that only look like base32", "JBSWY3DPEHPK3PXPİ"],
    ["an impossible length", "JBSWY3DPE"],
    ["too few bytes", "JBSWY3A"],
    ["too many bytes", "GEZDGNBV".repeat(52)],
    ["padding alone", "===="],
    ["empty", ""],
    ["9 digits", `otpauth://totp/x?secret=${secret}&digits=9`],
    ["9 seconds", `otpauth://totp/x?secret=${secret}&period=9`],
    ["a counter below zero", `otpauth://hotp/x?secret=${secret}&counter=-1`],
    ["an unknown type", `otpauth://yandex/x?secret=${secret}`],
    ["an unknown algorithm", `otpauth://totp/x?secret=${secret}&algorithm=MD5`],
    ["a link without a secret", "otpauth://totp/x?issuer=GitHub"],
    ["a link with a broken secret", "otpauth://totp/x?secret=JBSWY3DP0189"],
    ["another link", `https://example.com/?secret=${secret}`],
    ["longer than any link", "A".repeat(2_001)],
  ])("a secret that can't make codes is refused with a message that does not quote it: %s", async (_, given) => {
    const { session } = await aUser();
    const answer = await send(session, "POST", "/api/2fa", { ...github, secret: given });
    expect(answer).toMatchObject(refusedField("secret"));
    expect(answer.text).not.toMatch(/JBSWY3D|GEZDGN|AAAA/);
    expect(await session.call(listTwoFactorTokens)).toEqual([]);
  });
});
