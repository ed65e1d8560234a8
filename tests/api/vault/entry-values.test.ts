import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getEntry, listEntries, revealEntry, updateEntry } from "@/lib/contracts/vault/entries";
import { aUser, aUserWithKey, type Actor } from "../../support/callers/actors";
import { anEntry, aCategory, validValues } from "../../support/rows/fixtures";
import { refusedField, send } from "../../support/http/raw";
import { hostileValue } from "../../unit/dotenv/hostile";

const limitBytes = 256 * 1024;

async function reveal(who: Actor, id: string) {
  return (await who.call(revealEntry, { params: { id } })).value;
}

/** Replaces the value and reads it back. */
async function kept(who: Actor, id: string, value: string) {
  await who.call(updateEntry, { params: { id }, body: { value } });
  return reveal(who, id);
}

describe("simple values", () => {
  test.each([
    ["a NUL inside", "before\0after"],
    ["a blank at both ends", "  \t value \n"],
    ["a line break of every kind", "a\nb\r\nc\rd\u0085e\u2028f\u2029g"],
    ["every quote, escape and expansion", `'"\`\\ \\n $HOME $(id) #`],
    ["a byte order mark", "\ufeffvalue\ufeff"],
    ["a letter composed and one decomposed", "\u00e9 e\u0301 \u212b"],
    ["a character beyond the basic plane", "🔑👩‍👩‍👧 한국어 \u{10ffff}"],
    ["a prototype's name", "__proto__"],
    ["JSON", '{"A":1}'],
    ["nothing but a blank", " "],
  ])("%s in a value is returned exactly", async (_, value) => {
    const { session, key } = await aUserWithKey();
    const { id } = await anEntry(key, { value });
    expect(await send(key, "POST", `/api/entries/${id}/reveal`)).toMatchObject({ status: 200, json: { value } });
    expect(await reveal(session, id)).toBe(value);
  });

  test("any valid UTF-8 text is returned exactly", async () => {
    const { session } = await aUser();
    const { id } = await anEntry(session);
    const texts = hostileValue.filter((text) => text !== "" && text.isWellFormed());
    await fc.assert(
      fc.asyncProperty(texts, async (value) => {
        expect(await kept(session, id, value)).toBe(value);
      }),
      { numRuns: 80 },
    );
  });

  test("a lone surrogate can't be stored exactly and is refused, and the stored value stays", async () => {
    const { session } = await aUser();
    const { id, categoryId } = await anEntry(session);
    const broken = '"canary\\ud83d"';
    expect(await send(session, "PUT", `/api/entries/${id}`, `{"value":${broken}}`)).toMatchObject(
      refusedField("value"),
    );
    const answer = await send(
      session,
      "POST",
      "/api/entries",
      `{"categoryId":"${categoryId}","name":"two","value":${broken}}`,
    );
    expect(answer).toMatchObject(refusedField("value"));
    expect(answer.text).not.toContain("canary");
    expect([await reveal(session, id), (await session.call(listEntries)).length]).toEqual([validValues.simple, 1]);
  });

  test.each([
    ["ASCII", "a"],
    ["two bytes a letter", "é"],
    ["four bytes a sign", "🔑"],
  ])("256 KiB of UTF-8 is the limit, counted in bytes: %s", async (_, unit) => {
    const { session } = await aUser();
    const { id } = await anEntry(session);
    const full = unit.repeat(limitBytes / Buffer.byteLength(unit));
    expect(await kept(session, id, full)).toBe(full);
    expect(await send(session, "PUT", `/api/entries/${id}`, { value: `${full}a` })).toMatchObject(
      refusedField("value"),
    );
    expect(await reveal(session, id)).toBe(full);
  });

  test("a body of more than 1 MiB is 413, before it is parsed", async () => {
    const { session } = await aUser();
    const { id } = await anEntry(session);
    expect(await send(session, "PUT", `/api/entries/${id}`, `{"value":"${"a".repeat(1024 * 1024)}`)).toMatchObject({
      status: 413,
      json: { code: "BODY_TOO_LARGE" },
    });
  });

  test("a replaced value is gone, and other changes keep the value", async () => {
    const { session } = await aUser();
    const { id } = await anEntry(session, { value: "old-not-real" });
    expect(await kept(session, id, "new-not-real")).toBe("new-not-real");
    await session.call(updateEntry, { params: { id }, body: { name: "renamed", environment: "production" } });
    expect(await session.call(revealEntry, { params: { id } })).toEqual({
      id,
      name: "renamed",
      value: "new-not-real",
      environment: "production",
    });
  });
});

describe("group values", () => {
  test("are revealed as an object in the order in which they were sent, and lists show their names", async () => {
    const { session, key } = await aUserWithKey();
    const fields = { ZULU: "1", alpha: "two\nlines", _B: "", A9: "before\0after", ALPHA: "🔑 \u2028" };
    const created = await anEntry(session, { keyType: "group", value: JSON.stringify(fields) });
    expect(created.fieldNames).toEqual(Object.keys(fields));
    const answer = await send(key, "POST", `/api/entries/${created.id}/reveal`);
    expect(answer.json).toEqual({ id: created.id, name: "billing", value: fields, environment: null });
    expect(answer.text).toContain(JSON.stringify(fields));
    expect((await session.call(listEntries))[0]?.fieldNames).toEqual(Object.keys(fields));
  });

  test("any names and texts are returned exactly, in order", async () => {
    const { session } = await aUser();
    const { id } = await anEntry(session, { keyType: "group" });
    const names = fc
      .stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,20}$/)
      .filter((name) => !["__proto__", "constructor", "prototype"].includes(name));
    const fields = fc.uniqueArray(
      fc.tuple(
        names,
        hostileValue.filter((text) => text.isWellFormed()),
      ),
      { minLength: 1, maxLength: 8, selector: ([name]) => name },
    );
    await fc.assert(
      fc.asyncProperty(fields, async (pairs) => {
        const value = await kept(session, id, JSON.stringify(Object.fromEntries(pairs)));
        expect(Object.entries(value)).toEqual(pairs);
      }),
      { numRuns: 40 },
    );
  });

  test("a new value also replaces the field names", async () => {
    const { session } = await aUser();
    const { id } = await anEntry(session, { keyType: "group" });
    expect(await kept(session, id, '{"HOST":"db.example","DB_USER":"ada"}')).toEqual({
      HOST: "db.example",
      DB_USER: "ada",
    });
    expect((await session.call(getEntry, { params: { id } })).fieldNames).toEqual(["HOST", "DB_USER"]);
  });

  test.each([
    ["no JSON", "canary"],
    ["cut off", '{"A":"canary"'],
    ["an array", '["canary"]'],
    ["a string", '"canary"'],
    ["null", "null"],
    ["no field at all", "{}"],
    ["a number", '{"A":"canary","B":1}'],
    ["null inside", '{"A":"canary","B":null}'],
    ["a boolean", '{"A":"canary","B":true}'],
    ["an object inside", '{"A":{"B":"canary"}}'],
    ["an empty name", '{"":"canary"}'],
    ["a name with a dash", '{"A-B":"canary"}'],
    ["a name that starts with a digit", '{"1A":"canary"}'],
    ["a name with a line break", '{"A\\nB":"canary"}'],
    ["a name beyond ASCII", '{"É":"canary"}'],
    ["a name of 201 characters", `{"${"A".repeat(201)}":"canary"}`],
    ["__proto__", '{"A":"1","__proto__":"canary"}'],
    ["constructor", '{"constructor":"canary"}'],
    ["prototype", '{"prototype":"canary"}'],
    ["half a surrogate pair", '{"A":"canary\\ud800"}'],
  ])("of another shape are refused without quoting them, and nothing changes: %s", async (_, value) => {
    const { session } = await aUser();
    const entry = await anEntry(session, { keyType: "group" });
    const answers = [
      await send(session, "POST", "/api/entries", { categoryId: entry.categoryId, name: "two", value }),
      await send(session, "PUT", `/api/entries/${entry.id}`, { name: "renamed", value }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject(refusedField("value"));
      expect(answer.text).not.toContain("canary");
    }
    expect((await session.call(listEntries)).map(({ name, fieldNames }) => [name, fieldNames])).toEqual([
      ["billing", ["DB_USER", "DB_PASSWORD"]],
    ]);
    expect(await reveal(session, entry.id)).toEqual(JSON.parse(validValues.group));
  });
});

describe("ssh and json values", () => {
  test.each([
    ["an OpenSSH key", "ssh", validValues.ssh],
    [
      "an RSA key with CRLF and no last line break",
      "ssh",
      "-----BEGIN RSA PRIVATE KEY-----\r\nbm90IGEgcmVhbCBrZXk=\r\n-----END RSA PRIVATE KEY-----",
    ],
    ["a PKCS#8 key", "ssh", "-----BEGIN PRIVATE KEY-----\nbm90IGEgcmVhbCBrZXk=\n-----END PRIVATE KEY-----\n"],
    [
      "an encrypted key",
      "ssh",
      "-----BEGIN ENCRYPTED PRIVATE KEY-----\nbm90IGEgcmVhbCBrZXk=\n-----END ENCRYPTED PRIVATE KEY-----\n",
    ],
    [
      "an object with layout, a name twice and 1.0",
      "json",
      '{ "b": 1.0,\n  "a": [1e3, "\\u00e9"], "__proto__": {}, "b": 2 }\n',
    ],
    ["a string", "json", '"just a string"'],
    ["null between blanks", "json", " null "],
    ["500 arrays deep", "json", `${"[".repeat(500)}${"]".repeat(500)}`],
  ] as const)("are revealed unchanged as a string, without a variable name: %s", async (_, keyType, value) => {
    const { session } = await aUser();
    const { id: categoryId } = await aCategory(session, { keyType, envVarName: null });
    const answer = await send(session, "POST", "/api/entries", { categoryId, name: "deploy", value });
    expect(answer).toMatchObject({ status: 201, json: { fieldNames: null } });
    const [entry] = await session.call(listEntries);
    expect([await reveal(session, entry?.id ?? ""), entry?.category]).toEqual([
      value,
      { name: "Stripe", keyType, envVarName: null, icon: null },
    ]);
  });

  test.each([
    ["no key", "ssh", "canary"],
    ["a public key of ssh", "ssh", "ssh-ed25519 AAAA canary"],
    ["a public key in PEM", "ssh", "-----BEGIN PUBLIC KEY-----\ncanary\n-----END PUBLIC KEY-----\n"],
    ["two labels", "ssh", "-----BEGIN RSA PRIVATE KEY-----\ncanary\n-----END EC PRIVATE KEY-----\n"],
    ["no end", "ssh", "-----BEGIN RSA PRIVATE KEY-----\ncanary\n"],
    ["a bare word", "json", "canary"],
    ["a cut object", "json", '{"a":"canary"'],
    ["single quotes", "json", "{'a':'canary'}"],
    ["NaN", "json", "NaN"],
  ] as const)("in another format are refused without quoting them: %s", async (_, keyType, value) => {
    const { session } = await aUser();
    const { id, categoryId } = await anEntry(session, { keyType });
    for (const answer of [
      await send(session, "POST", "/api/entries", { categoryId, name: "two", value }),
      await send(session, "PUT", `/api/entries/${id}`, { value }),
    ]) {
      expect(answer).toMatchObject(refusedField("value"));
      expect(answer.text).not.toContain("canary");
    }
    expect([(await session.call(listEntries)).length, await reveal(session, id)]).toEqual([1, validValues[keyType]]);
  });
});
