import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseKeyRing } from "@/lib/crypto/keyring";
import { createVault, type SealContext } from "@/lib/crypto/vault";

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
const messageKey = (salt: Uint8Array) => derive(derive(fakeMasterKey, "", "svc/v1/seal"), salt, "svc/v1/message");

const withLength = (bytes: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};
const associatedData = ({ table, field, rowId, userId }: SealContext) =>
  Buffer.concat(
    [Buffer.of(1), keyId, ...[table, field, rowId, userId].map((text) => Buffer.from(text, "utf8"))].map(withLength),
  );

function openIndependently(sealed: Uint8Array, context: SealContext): string {
  const bytes = Buffer.from(sealed);
  const [version, id, salt, nonce] = [
    bytes.subarray(0, 1),
    bytes.subarray(1, 9),
    bytes.subarray(9, 25),
    bytes.subarray(25, 37),
  ];
  const [ciphertext, tag] = [bytes.subarray(37, -16), bytes.subarray(-16)];
  expect([version.toString("hex"), id.toString("hex")]).toEqual(["01", keyId.toString("hex")]);
  const decipher = createDecipheriv("aes-256-gcm", messageKey(salt), nonce, { authTagLength: 16 })
    .setAAD(associatedData(context))
    .setAuthTag(tag);
  const padded = Buffer.concat([decipher.update(ciphertext), decipher.final()]);
  const end = 4 + padded.readUInt32BE();
  expect(padded.subarray(end).every((byte) => byte === 0)).toBe(true);
  return padded.toString("utf8", 4, end);
}

function sealIndependently(padded: Buffer, context: SealContext): Uint8Array {
  const [salt, nonce] = [Buffer.alloc(16, 0xa5), Buffer.alloc(12, 0x5a)];
  const cipher = createCipheriv("aes-256-gcm", messageKey(salt), nonce, { authTagLength: 16 }).setAAD(
    associatedData(context),
  );
  const ciphertext = Buffer.concat([cipher.update(padded), cipher.final()]);
  return new Uint8Array(Buffer.concat([Buffer.of(1), keyId, salt, nonce, ciphertext, cipher.getAuthTag()]));
}

describe("the format of a sealed value", () => {
  test("a reader written from its description opens any value", () => {
    const word = fc.string({ unit: "grapheme", maxLength: 20 });
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 200 }),
        fc.record({ table: word, field: word, rowId: word, userId: word }),
        fc.constantFrom("steps", "padme"),
        (text, names, padding) => {
          const context: SealContext = { ...names, padding };
          expect(openIndependently(vault.seal(text, context), context)).toBe(text);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("the key's id is derived separately, so it does not help anybody to find the key", () => {
    expect(vault.sealingKeyId).toBe("01371880058a458f");
    expect(keyId.toString("hex")).toBe(vault.sealingKeyId);
  });

  test("a value sealed under a known key in version 1 still opens", () => {
    const sealed = Buffer.from(
      "AQE3GIAFikWPpaWlpaWlpaWlpaWlpaWlpVpaWlpaWlpaWlpaWtjeMlurIVgZLYL24JXec0DbMaF45f692bBp7xePAmuTiesziH0OTwXNaqGhGxmQhmbMp7HYjkIc1jErGDYds+PjKzrLpZTEwfDe9iqKSpxj",
      "base64",
    );
    expect(vault.open(sealed, place)).toBe("sk_test_not_a_real_key €\0");
  });

  // Only a holder of the key can make these. A bug in a future writer must be an error, not a cut or padded secret.
  test.each<[string, Buffer]>([
    ["shorter than its length field", Buffer.alloc(3)],
    ["a length beyond its end", Buffer.from([0, 0, 0, 61, ...Buffer.alloc(60)])],
    ["the greatest length there is", Buffer.from([255, 255, 255, 255, ...Buffer.alloc(60)])],
  ])("genuine but impossible content is refused: %s", (_, padded) => {
    expect(() => vault.open(sealIndependently(padded, place), place)).toThrow("can't be opened");
  });

  test("a tag of fewer than 128 bits is refused, though Node would accept it", () => {
    const sealed = Buffer.from(sealIndependently(Buffer.alloc(64), place));
    expect(vault.open(sealed, place)).toBe("");
    for (const cut of [1, 4, 12]) expect(() => vault.open(sealed.subarray(0, -cut), place)).toThrow("can't be opened");
  });
});
