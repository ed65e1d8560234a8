import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  hashRecoveryCode,
  hashToken,
  isAccessKey,
  keyedHash,
  keyPrefixOf,
  newAccessKey,
  newLinkId,
  newTemporaryPassword,
  newRecoveryCode,
  newRandomToken,
} from "@/lib/crypto/tokens/token";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** The key for given secret bytes, according to the documented format. */
function keyOf(secret: Uint8Array): string {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(secret));
  return `svc_${Buffer.concat([secret, checksum]).toString("base64url")}`;
}
const secretBytes = fc.uint8Array({ minLength: 28, maxLength: 28 });

describe("access keys", () => {
  test("a new key is svc_ and 43 base64url characters", () => {
    for (let made = 0; made < 1000; made += 1) expect(newAccessKey()).toMatch(/^svc_[A-Za-z0-9_-]{43}$/);
  });

  test("every new key passes its own check", () => {
    for (let made = 0; made < 10_000; made += 1) expect(isAccessKey(newAccessKey())).toBe(true);
  });

  test("100,000 keys: no two alike, and every character of the secret part takes all 64 values", () => {
    const keys = new Set<string>();
    const seen = Array.from({ length: 37 }, () => new Set<string>());
    for (let made = 0; made < 100_000; made += 1) {
      const key = newAccessKey();
      keys.add(key);
      seen.forEach((values, at) => values.add(key.charAt(4 + at)));
    }
    expect(keys.size).toBe(100_000);
    expect(seen.map((values) => values.size)).toEqual(Array.from({ length: 37 }, () => 64));
  });

  test("the checksum is the usual CRC-32, big-endian after 28 bytes", () => {
    expect(crc32(Buffer.from("123456789")).toString(16)).toBe("cbf43926");
    fc.assert(
      fc.property(secretBytes, (secret) => {
        expect(isAccessKey(keyOf(secret))).toBe(true);
      }),
    );
    const bytes = Buffer.from(newAccessKey().slice(4), "base64url");
    expect(bytes.readUInt32BE(28)).toBe(crc32(bytes.subarray(0, 28)));
  });

  test("one character changed, anywhere, to any other, is not a key", () => {
    const key = newAccessKey();
    for (let at = 4; at < key.length; at += 1) {
      for (const other of alphabet)
        if (other !== key.charAt(at)) expect(isAccessKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
    }
  });

  test("two swapped neighbours are not a key", () => {
    fc.assert(
      fc.property(secretBytes, fc.integer({ min: 4, max: 45 }), (secret, at) => {
        const key = keyOf(secret);
        const swapped = key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2);
        expect(isAccessKey(swapped)).toBe(swapped === key);
      }),
    );
  });

  test("each key has one spelling: others that decode to the same bytes are not accepted", () => {
    const key = keyOf(new Uint8Array(28));
    const bytes = Buffer.from(key.slice(4), "base64url");
    const spellings = [...alphabet]
      .map((last) => key.slice(0, -1) + last)
      .filter((text) => Buffer.from(text.slice(4), "base64url").equals(bytes));
    expect(spellings.length).toBe(4);
    expect(spellings.filter(isAccessKey)).toEqual([key]);
  });

  test.each<[string, (key: string) => string]>([
    ["nothing", () => ""],
    ["the prefix alone", () => "svc_"],
    ["no prefix", (key) => key.slice(4)],
    ["the prefix in capitals", (key) => key.replace("svc_", "SVC_")],
    ["one character fewer", (key) => key.slice(0, -1)],
    ["one character more", (key) => `${key}A`],
    ["padding", (key) => `${key}=`],
    ["a space before", (key) => ` ${key}`],
    ["a line feed behind", (key) => `${key}\n`],
    ["a NUL behind", (key) => `${key}\0`],
    ["the alphabet of plain base64", () => `svc_${"+".repeat(43)}`],
    ["the key twice", (key) => key + key],
  ])("%s is not a key", (_, spoil) => {
    expect(isAccessKey(spoil(newAccessKey()))).toBe(false);
  });

  test("any other text is not a key, however long", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        expect(isAccessKey(text) || isAccessKey(`svc_${text}`)).toBe(false);
      }),
      { numRuns: 2000 },
    );
    expect(isAccessKey(`svc_${"A".repeat(1_000_000)}`)).toBe(false);
  });

  test("the prefix and 6 characters identify a key, no more", () => {
    const key = newAccessKey();
    expect(keyPrefixOf(key)).toBe(key.slice(0, 10));
  });
});

describe("stored tokens", () => {
  test("SHA-256 in hex of the whole text, as in FIPS 180-4 for abc", () => {
    expect(hashToken("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    const key = newAccessKey();
    expect(hashToken(key)).toBe(createHash("sha256").update(key, "utf8").digest("hex"));
  });

  test("a session's token is 256 bits, different each time", () => {
    const tokens = Array.from({ length: 1000 }, newRandomToken);
    expect(new Set(tokens).size).toBe(1000);
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });
});

describe("recovery codes", () => {
  test("are 140 bits: seven groups of four letters and digits, and never the same twice", () => {
    const codes = Array.from({ length: 1000 }, newRecoveryCode);
    for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){6}[a-z2-7]{4}$/);
    expect(new Set(codes).size).toBe(1000);
  });

  test("use every letter about equally often: 5 bits each", () => {
    const counts = new Map<string, number>();
    for (const letter of Array.from({ length: 4000 }, newRecoveryCode).join("").replaceAll("-", ""))
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect(counts.size).toBe(32);
    // 3,500 of each expected; ±10 standard deviations.
    for (const count of counts.values()) expect(Math.abs(count - 3500)).toBeLessThan(590);
  });

  test("have one hash, however they are typed", () => {
    const code = newRecoveryCode();
    for (const typed of [code.toUpperCase(), code.replaceAll("-", ""), code.replaceAll("-", " "), ` ${code}\n`])
      expect(hashRecoveryCode(typed)).toBe(hashRecoveryCode(code));
    expect(hashRecoveryCode(newRecoveryCode())).not.toBe(hashRecoveryCode(code));
    expect(hashRecoveryCode("aaaa-bbbb-cccc-dddd")).toBe(createHash("sha256").update("aaaabbbbccccdddd").digest("hex"));
  });
});

test("a temporary password is 144 bits, different each time", () => {
  const passwords = Array.from({ length: 1000 }, newTemporaryPassword);
  expect(new Set(passwords).size).toBe(1000);
  for (const password of passwords) expect(password).toMatch(/^[A-Za-z0-9_-]{24}$/);
});

describe("keyed hashes", () => {
  test("are HMAC-SHA-256 (RFC 4231, test case 2)", () => {
    expect(keyedHash("Jefe", "what do ya want for nothing?")).toBe(
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    );
  });
});

test("a temporary password has 144 random bits, in characters that every keyboard has", () => {
  const made = Array.from({ length: 1000 }, newTemporaryPassword);
  expect(new Set(made).size).toBe(1000);
  for (const password of made) expect(password).toMatch(/^[A-Za-z0-9_-]{24}$/);
});

test("no id of a link begins like an option of a command", () => {
  const ids = Array.from({ length: 2_000 }, newLinkId);
  expect(ids.filter((id) => !/^[A-Za-z0-9_][A-Za-z0-9_-]{21}$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});
