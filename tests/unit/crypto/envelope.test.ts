import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { parseKeyRing } from "@/lib/crypto/sealing/keyring";
import { createVault, type SealContext } from "@/lib/crypto/sealing/vault";

/**
 * A second implementation of the byte format, with Node's own cryptography only. Stored values must always open: if
 * this file fails, the change needs a new version byte, and the old version must stay readable.
 */
const fakeMasterKey = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
const vault = createVault(parseKeyRing(fakeMasterKey.toString("base64")));
const place = {
  table: "KeyEntry",
  field: "encryptedValue",
  rowId: "row-1",
  userId: "user-1",
} as const satisfies SealContext;

const derive = (key: Uint8Array, salt: Uint8Array | string, info: string) =>
  Buffer.from(hkdfSync("sha256", key, salt, info, 32));
const keyId = derive(fakeMasterKey, "", "svc/v1/key-id").subarray(0, 8);

const block = (key: Uint8Array, bytes: Uint8Array) =>
  createCipheriv("aes-256-ecb", key, null).setAutoPadding(false).update(bytes);
/** CMAC (NIST SP 800-38B) of one whole block. */
function cmac(key: Uint8Array, bytes: Uint8Array): Buffer {
  const zero = block(key, Buffer.alloc(16));
  // Shifted to the left by one bit.
  const subkey = zero.map((byte, at) => ((byte << 1) | ((zero[at + 1] ?? 0) >> 7)) & 0xff);
  if ((zero[0] ?? 0) >= 0x80) subkey[15] = (subkey[15] ?? 0) ^ 0x87;
  return block(
    key,
    bytes.map((byte, at) => byte ^ (subkey[at] ?? 0)),
  );
}

/** By version: how many random bytes a message has, and the key that they lead to; the last 12 are the nonce. */
const forms = {
  1: {
    randomBytes: 28,
    keyOf: (random: Buffer) =>
      derive(derive(fakeMasterKey, "", "svc/v1/seal"), random.subarray(0, 16), "svc/v1/message"),
  },
  2: {
    randomBytes: 24,
    keyOf: (random: Buffer) => {
      const key = derive(fakeMasterKey, "", "svc/v1/seal-xaes");
      const input = (number: number) => Buffer.concat([Buffer.of(0, number, 0x58, 0), random.subarray(0, 12)]);
      return Buffer.concat([cmac(key, input(1)), cmac(key, input(2))]);
    },
  },
};
type Version = keyof typeof forms;

const withLength = (bytes: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};
const associatedData = (version: Version, { table, field, rowId, userId }: SealContext) =>
  Buffer.concat(
    [Buffer.of(version), keyId, ...[table, field, rowId, userId].map((text) => Buffer.from(text, "utf8"))].map(
      withLength,
    ),
  );

function openIndependently(version: Version, sealed: Uint8Array, context: SealContext): string {
  const bytes = Buffer.from(sealed);
  const { randomBytes, keyOf } = forms[version];
  const end = 9 + randomBytes;
  const random = bytes.subarray(9, end);
  const [ciphertext, tag] = [bytes.subarray(end, -16), bytes.subarray(-16)];
  expect([bytes[0], bytes.toString("hex", 1, 9)]).toEqual([version, keyId.toString("hex")]);
  const decipher = createDecipheriv("aes-256-gcm", keyOf(random), random.subarray(-12), { authTagLength: 16 })
    .setAAD(associatedData(version, context))
    .setAuthTag(tag);
  const padded = Buffer.concat([decipher.update(ciphertext), decipher.final()]);
  const textEnd = 4 + padded.readUInt32BE();
  expect(padded.subarray(textEnd).every((byte) => byte === 0)).toBe(true);
  return padded.toString("utf8", 4, textEnd);
}

function sealIndependently(version: Version, padded: Buffer, context: SealContext): Uint8Array {
  const { randomBytes, keyOf } = forms[version];
  const random = Buffer.concat([Buffer.alloc(randomBytes - 12, 0xa5), Buffer.alloc(12, 0x5a)]);
  const cipher = createCipheriv("aes-256-gcm", keyOf(random), random.subarray(-12), { authTagLength: 16 }).setAAD(
    associatedData(version, context),
  );
  const ciphertext = Buffer.concat([cipher.update(padded), cipher.final()]);
  return new Uint8Array(Buffer.concat([Buffer.of(version), keyId, random, ciphertext, cipher.getAuthTag()]));
}

const known = {
  1: "AQE3GIAFikWPpaWlpaWlpaWlpaWlpaWlpVpaWlpaWlpaWlpaWtjeMlurIVgZLYL24JXec0DbMaF45f692bBp7xePAmuTiesziH0OTwXNaqGhGxmQhmbMp7HYjkIc1jErGDYds+PjKzrLpZTEwfDe9iqKSpxj",
  2: "AgE3GIAFikWPpaWlpaWlpaWlpaWlWlpaWlpaWlpaWlpaMcnDr333hI64oIkVdXJ4SyHtLmQ+m0Z4ozSA7HNdx4e8g8a8Pg2rTCt1XOcVNDmudenF+Sa9ybC+WjAw9tx6M5Fwl0A4EvQJBaAfVYFZw1Q=",
} as const;

describe.each([1, 2] as const)("the format of a value sealed in version %i", (version) => {
  beforeAll(() => vault.sealIn(version));

  test("a reader written from its description opens any value", () => {
    const word = fc.string({ unit: "grapheme", maxLength: 20 });
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 200 }),
        fc.record({ table: word, field: word, rowId: word, userId: word }),
        fc.constantFrom("steps", "padme"),
        (text, names, padding) => {
          const context: SealContext = { ...names, padding };
          expect(openIndependently(version, vault.seal(text, context), context)).toBe(text);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("the key's id is derived separately, so it does not help anybody to find the key", () => {
    expect(vault.sealingKeyId).toBe("01371880058a458f");
    expect(keyId.toString("hex")).toBe(vault.sealingKeyId);
  });

  test("a value sealed under a known key still opens", () => {
    expect(vault.open(Buffer.from(known[version], "base64"), place)).toBe("sk_test_not_a_real_key €\0");
  });

  // Only a holder of the key can make these. A bug in a future writer must be an error, not a cut or padded secret.
  test.each<[string, Buffer]>([
    ["shorter than its length field", Buffer.alloc(3)],
    ["a length beyond its end", Buffer.from([0, 0, 0, 61, ...Buffer.alloc(60)])],
    ["the greatest length there is", Buffer.from([255, 255, 255, 255, ...Buffer.alloc(60)])],
  ])("genuine but impossible content is refused: %s", (_, padded) => {
    expect(() => vault.open(sealIndependently(version, padded, place), place)).toThrow("can't be opened");
  });

  test("a tag of fewer than 128 bits is refused, though Node would accept it", () => {
    const sealed = Buffer.from(sealIndependently(version, Buffer.alloc(64), place));
    expect(vault.open(sealed, place)).toBe("");
    for (const cut of [1, 4, 12]) expect(() => vault.open(sealed.subarray(0, -cut), place)).toThrow("can't be opened");
  });
});
