import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MasterKeyError, newMasterKeyText, parseKeyRing } from "@/lib/crypto/sealing/keyring";
import { refusedBy } from "../../support/http/refused";

const keyBytes = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));
const fakeKey = (fill: number) => Buffer.alloc(32, fill).toString("base64");
const idOf = (text: string) => parseKeyRing(text).sealing.id;
const idsOf = (text: string) => parseKeyRing(text).ids;

const refusalOf = (text: string) => refusedBy(MasterKeyError, () => parseKeyRing(text));

describe("formats of a master key", () => {
  test("base64 and base64url, with or without padding, give the same key", () => {
    fc.assert(
      fc.property(keyBytes, (bytes) => {
        const forms = [
          bytes.toString("base64"),
          bytes.toString("base64").replace("=", ""),
          bytes.toString("base64url"),
          `${bytes.toString("base64url")}=`,
        ];
        expect(new Set(forms.map(idOf)).size).toBe(1);
      }),
    );
  });

  test("a new key can be parsed, and is different each time", () => {
    const texts = Array.from({ length: 100 }, newMasterKeyText);
    expect(new Set(texts.map(idOf)).size).toBe(100);
    for (const text of texts) expect(text).toMatch(/^[A-Za-z0-9+/]{43}=$/);
  });

  test("lines, commas, blank lines, spaces, Windows line ends and comment lines separate keys; the first one seals", () => {
    const [one, two, three] = [fakeKey(1), fakeKey(2), fakeKey(3)];
    const expected = [idOf(one), idOf(two), idOf(three)];
    for (const text of [
      `${one}\n${two}\n${three}\n`,
      `${one},${two},${three}`,
      ` ${one} ,\r\n\r\n${two}\r\n# the oldest\r\n${three}`,
      `\uFEFF# made in May\n${one}\n,${two},,${three},`,
    ]) {
      expect(idsOf(text)).toEqual(expected);
    }
    expect(parseKeyRing(`${two}\n${one}`).sealing.id).toBe(idOf(two));
  });

  test("a comment may contain commas, and even text that looks like a key", () => {
    expect(idsOf(`# in use since May, made by Ada\n${fakeKey(1)}\n# ${fakeKey(2)},${fakeKey(3)}\n`)).toEqual([
      idOf(fakeKey(1)),
    ]);
  });

  test("a key is found by its id, and no other", () => {
    const ring = parseKeyRing(`${fakeKey(1)}\n${fakeKey(2)}`);
    for (const id of ring.ids) expect(ring.find(id)?.id).toBe(id);
    expect(ring.find(idOf(fakeKey(3)))).toBeUndefined();
    expect(ring.ids.every((id) => /^[0-9a-f]{16}$/.test(id))).toBe(true);
  });
});

describe("refused texts", () => {
  test.each([
    ["nothing", ""],
    ["spaces", " \n\t\r\n"],
    ["separators", ",\n,"],
    ["comments alone", `# ${fakeKey(1)}\n`],
  ])("%s: no key was given", (_, text) => {
    expect(refusalOf(text)).toMatch(/No master key was given: .*openssl rand -base64 32/);
  });

  test.each<[string, string]>([
    ["31 bytes", Buffer.alloc(31, 1).toString("base64")],
    ["33 bytes", Buffer.alloc(33, 1).toString("base64")],
    ["hex", Buffer.alloc(32, 1).toString("hex")],
    ["a passphrase", "correct horse battery staple"],
    ["a letter outside base64", `${fakeKey(1).slice(0, 20)}!${fakeKey(1).slice(21)}`],
    ["a letter too many, which Node would skip", `${fakeKey(1).slice(0, 20)}*${fakeKey(1).slice(20)}`],
    ["last bits that are not zero, a second spelling of one key", `${fakeKey(1).slice(0, 42)}F=`],
    ["a space inside", `${fakeKey(1).slice(0, 20)} ${fakeKey(1).slice(20)}`],
    ["quotes around it", `"${fakeKey(1)}"`],
    ["its variable's name", `VAULT_MASTER_KEYS=${fakeKey(1)}`],
  ])("%s, with its position and the expected form, never quoting it", (_, text) => {
    const message = refusalOf(`${fakeKey(9)}\n${text}`);
    expect(message).toMatch(
      /^Master key 2 is not 32 bytes in base64: expected 44 characters, as openssl rand -base64 32 prints\.$/,
    );
  });

  test("any text that is not a key, without quoting any of its words", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii", minLength: 8, maxLength: 60 }), (text) => {
        fc.pre(text.trim() !== "" && !/^[#,\s]/.test(text));
        const message = refusalOf(text);
        expect(message).not.toBe("");
        for (const word of text.split(/[\s,]+/).filter((each) => each.length >= 4)) expect(message).not.toContain(word);
      }),
      { numRuns: 500 },
    );
  });

  test("the same key twice, even in two spellings", () => {
    const key = Buffer.alloc(32, 255);
    expect(refusalOf(`${key.toString("base64")}\n${key.toString("base64url")}`)).toBe(
      "The same master key is given twice: keep it once.",
    );
  });
});

test("an error can be recognised by its name", () => {
  expect(() => parseKeyRing("")).toThrow(expect.objectContaining({ name: "MasterKeyError" }));
});

describe("derived keys", () => {
  test("each purpose has its own key, the same at each call, and none is the master key", () => {
    const [key] = [parseKeyRing(fakeKey(1)).sealing];
    const derived = (["seal", "session-token", "key-id"] as const).map((purpose) =>
      key.derive(purpose).export().toString("hex"),
    );
    expect(new Set([...derived, Buffer.alloc(32, 1).toString("hex")]).size).toBe(4);
    expect(key.derive("seal").equals(parseKeyRing(fakeKey(1)).sealing.derive("seal"))).toBe(true);
  });

  test("printing a ring shows no key material", () => {
    const ring = parseKeyRing(fakeKey(1));
    expect(JSON.stringify([ring, ring.sealing, ring.sealing.derive("seal")])).toBe(
      JSON.stringify([{ sealing: { id: ring.sealing.id }, ids: ring.ids }, { id: ring.sealing.id }, {}]),
    );
  });
});
